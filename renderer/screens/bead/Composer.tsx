import { Plus } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { useIntent, useMe, useSite } from '#data/index.ts'
import { refusalReason, acceptsPostsFrom } from '#data/privileges.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './Composer.module.css'

/**
 * The button that adds a post (B6). For visitors, `data-force-login` opens the sign-up dialog (`app/forceLogin.ts`).
 * Members without the privilege get an error message (W6). Hidden for playlists that do not accept posts of the viewer.
 */
export function Composer({ bead }: { bead: Bead }) {
  const intend = useIntent()
  const { me } = useMe()
  if (!useCanAddPost(bead)) return null
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

/**
 * Whether the buttons to add a post are shown: the viewer can post, or could after signing in, or lacks only the
 * privilege; the button then leads to the sign-up or shows the reason.
 */
export function useCanAddPost(bead: Bead): boolean {
  const { me } = useMe()
  const { readOnly } = useSite()
  return !readOnly && (bead.can.post || ((me === null || refusalReason(me, 'addPost') !== null) && acceptsPostsFrom(bead, me)))
}
