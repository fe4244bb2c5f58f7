import { Plus } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { useIntent, useMe, useSite } from '#data/index.ts'
import { refusalOf, acceptsPostsFrom } from '#data/privileges.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './Composer.module.css'

/**
 * The way to add a post (B6). A visitor is asked to sign in first, and a member without the privilege gets the alert that
 * says so (W6). It is not shown for a playlist that takes no posts of theirs.
 */
export function Composer({ bead }: { bead: Bead }) {
  const intend = useIntent()
  const { me } = useMe()
  if (!useMayAdd(bead)) return null
  return (
    <button
      type="button"
      className={styles.trigger}
      data-force-login={`addpost/${bead.id}`}
      onClick={() => intend({ type: 'addpost', id: bead.id })}
    >
      {me && <Avatar member={me} />}
      <span className={styles.words}>{t.bead.addHere}</span>
      <span className={styles.plus}>
        <Icon as={Plus} />
      </span>
    </button>
  )
}

/** Whether adding to it is offered. */
export function useMayAdd(bead: Bead): boolean {
  const { me } = useMe()
  const { readOnly } = useSite()
  return !readOnly && (bead.can.post || ((me === null || refusalOf(me, 'addPost') !== null) && acceptsPostsFrom(bead, me)))
}
