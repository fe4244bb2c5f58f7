import { useState } from 'react'
import { Unlink, Wrench } from 'lucide-react'
import type { Bead, Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { DeadFilter } from './DeadFilter.tsx'
import styles from './Dead.module.css'

const RepairDialog = lazyComponent(() => import('./RepairDialog.tsx').then(({ RepairDialog }) => ({ default: RepairDialog })))

interface DeadPostProps {
  post: Post
  /** The post is shown in full: then it is told to everybody, and what was replaced can be looked at. */
  full?: boolean
}

interface DeadBeadProps {
  of: Bead
  /** Where its dead ones are listed among what is listed now, and where all of that is again. */
  href: (dead: '1' | null) => string
}

/** Of a post, or of a playlist. */
export const Dead = (props: DeadPostProps | DeadBeadProps) =>
  'of' in props ? mayRepair(props.of) && <DeadFilter bead={props.of.id} href={props.href} /> : <DeadPost {...props} />

/** What others put into an open playlist is theirs. */
const mayRepair = ({ can, invitees }: Bead): boolean => can.edit || invitees !== undefined

/** That a post's link is dead, and for its people the way to mend it. */
function DeadPost({ post, full = false }: DeadPostProps) {
  const dead = post.media?.status === 404
  return (
    <div className={styles.dead} data-told={full && dead ? '' : undefined}>
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

/** The dialog stays open also when there is nothing to repair any more. */
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
