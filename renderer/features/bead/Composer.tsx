import { Plus } from 'lucide-react'
import type { Bead } from '../../../server/contract/schemas.ts'
import { useIntent, useMe, useSite } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Composer.module.css'

/**
 * The way to add a post (B6). A visitor is asked to sign in first; nobody sees it where they could not
 * post after all.
 */
export function Composer({ bead }: { bead: Bead }) {
  const intend = useIntent()
  const { me } = useMe()
  if (!useMayAdd(bead)) return null
  return (
    <button type="button" className={styles.trigger} data-force-login={`addpost/${bead.id}`} onClick={() => intend({ type: 'addpost', id: bead.id })}>
      {me && <Avatar member={me} />}
      <span className={styles.words}>{t.bead.addHere}</span>
      <span className={styles.plus}><Icon as={Plus} /></span>
    </button>
  )
}

/** Whether adding to it is offered. An open playlist is open to every member, so a visitor may be asked in. */
export function useMayAdd(bead: Bead): boolean {
  const { me } = useMe()
  const { readOnly } = useSite()
  return !readOnly && (bead.can.post || (me === null && bead.invitees === undefined && !bead.isFeed && !bead.isDraft))
}
