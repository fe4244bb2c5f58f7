import { useState } from 'react'
import { Unlink, Wrench } from 'lucide-react'
import type { Bead, Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { DeadLinkFilter } from './DeadLinkFilter.tsx'
import styles from './DeadLink.module.css'

const RepairDialog = lazyComponent(() => import('./RepairDialog.tsx').then(({ RepairDialog }) => ({ default: RepairDialog })))

interface DeadLinkNoticeProps {
  post: Post
  /** Detail view: visitors see the notice too, and editors a button that opens past repairs. */
  full?: boolean
}

interface DeadLinkFilterProps {
  of: Bead
  /** Address of the list filtered by dead links, or of the unfiltered list (null). */
  href: (dead: '1' | null) => string
}

/** For a post, the notice that its link is dead; for a playlist (`of`), the filter for posts with dead links. */
export const DeadLink = (props: DeadLinkNoticeProps | DeadLinkFilterProps) =>
  'of' in props ? canRepair(props.of) && <DeadLinkFilter bead={props.of.id} href={props.href} /> : <DeadLinkNotice {...props} />

/**
 * Whether a member who can post to the playlist (the caller checks that) can repair all its posts, and so sees the
 * filter: its editors, and the invited members of a personal playlist. Contributors of an open playlist can repair only
 * their own posts.
 */
const canRepair = ({ can, invitees }: Bead): boolean => can.edit || invitees !== undefined

/** Notice that the link of a post is dead (404); with a repair button for members who may repair it. */
function DeadLinkNotice({ post, full = false }: DeadLinkNoticeProps) {
  const dead = post.media?.status === 404
  return (
    <div className={styles.dead} data-notice={full && dead ? '' : undefined}>
      {full && dead && (
        <span className={styles.line}>
          <Icon as={Unlink} size={18} />
          {t.repair.notice}
        </span>
      )}
      {post.can.repair && <Repair post={post} dead={dead} offered={dead || (full && post.media?.replaced === true)} />}
    </div>
  )
}

/**
 * Button and dialog. The dialog is independent of the button (`offered`), which disappears once the link is repaired.
 */
function Repair({ post, dead, offered }: { post: Post; dead: boolean; offered: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {offered && (
        <Button
          size="small"
          icon={<Icon as={Wrench} size={16} />}
          aria-label={dead ? t.repair.repairTitled(post.title) : undefined}
          onClick={() => setOpen(true)}
        >
          {dead ? t.repair.repair : t.repair.seeReplaced}
        </Button>
      )}
      {open && <RepairDialog post={post} onClose={() => setOpen(false)} onFailed={() => setOpen(false)} />}
    </>
  )
}
