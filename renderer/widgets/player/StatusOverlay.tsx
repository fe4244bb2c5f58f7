import type { MouseEvent, ReactNode } from 'react'
import { ExternalLink, Play, RotateCcw, SkipForward } from 'lucide-react'
import { useDispatch } from 'react-redux'
import { player, type QueueItem } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { failureSummary } from './streamNames.ts'
import { usePlayer } from './usePlayer.ts'
import { needsButton, remoteStatus } from './status.ts'
import styles from './StatusOverlay.module.css'

/** Explains over the picture why nothing plays, and offers an action. */
export function StatusOverlay({ item }: { item: QueueItem }) {
  const dispatch = useDispatch()
  const state = usePlayer()
  const {
    deadItemId,
    ended,
    advanceHeld,
    offline,
    unreachable,
    remote,
    needsGesture,
    queue: { source },
  } = state
  // The pressed button is unmounted; move the focus to the player.
  const dispatchAndFocus =
    (command: ReturnType<typeof player.play | typeof player.retry | typeof player.next>) =>
    ({ currentTarget }: MouseEvent<HTMLElement>) => {
      currentTarget.closest('section')?.focus({ preventScroll: true })
      dispatch(command)
    }
  if (remote !== null && deadItemId !== item.id && !ended) return <StatusMessage text={remoteStatus(remote, needsGesture)} />
  if (deadItemId === item.id) return <UnplayableStatus item={item} onRetry={dispatchAndFocus(player.retry())} />
  if (ended)
    return (
      <StatusMessage text={t.player.over(source?.title || item.bead.title)}>
        <Button kind="primary" icon={<Icon as={RotateCcw} />} onClick={dispatchAndFocus(player.play())}>
          {t.player.replay}
        </Button>
      </StatusMessage>
    )
  if (advanceHeld)
    return (
      <StatusMessage text={t.player.heldMore}>
        <Button icon={<Icon as={SkipForward} fill="currentColor" />} onClick={dispatchAndFocus(player.next())}>
          {t.player.nextNow}
        </Button>
      </StatusMessage>
    )
  if (offline) return <StatusMessage text={t.player.offline} />
  if (unreachable)
    return (
      <StatusMessage text={t.player.unreachable}>
        <Button icon={<Icon as={RotateCcw} />} onClick={dispatchAndFocus(player.play())}>
          {t.player.tryAgain}
        </Button>
      </StatusMessage>
    )
  if (needsButton(state))
    return (
      <StatusMessage text={t.player.gesture} below>
        <IconButton
          name={t.player.gesture}
          icon={<Icon as={Play} size={32} fill="currentColor" />}
          look="filled"
          className={styles.big}
          onClick={dispatchAndFocus(player.play())}
        />
      </StatusMessage>
    )
  return null
}

function StatusMessage({ text, below = false, children }: { text: string; below?: boolean; children?: ReactNode }) {
  const message = <p className={styles.text}>{text}</p>
  return (
    <div className={styles.word}>
      {!below && message}
      {children}
      {below && message}
    </div>
  )
}

function UnplayableStatus({ item, onRetry }: { item: QueueItem; onRetry: (event: MouseEvent<HTMLElement>) => void }) {
  const dispatch = useDispatch()
  const { failures, ended, intent } = usePlayer()
  /** The queue will skip the item by itself. */
  const skipping = !ended && intent === 'play'
  const { reasons, link } = failureSummary(item, failures)
  return (
    <div className={styles.word}>
      <div role="alert">
        <p className={styles.text}>{skipping ? t.player.deadSkipping : t.player.dead}</p>
        {reasons.map((reason) => (
          <p key={reason} className={styles.reason}>
            {reason}
          </p>
        ))}
      </div>
      <div className={styles.acts}>
        {/* Pause, so that the queue does not skip the item while the user is on the other site. */}
        {link && (
          <a className={styles.open} href={link.href} target="_blank" rel="nofollow noopener" onClick={() => dispatch(player.pause())}>
            {t.player.openAt(link.name)}
            <Icon as={ExternalLink} size={16} />
          </a>
        )}
        {!skipping && (
          <Button size="small" onClick={onRetry}>
            {t.player.tryAgain}
          </Button>
        )}
      </div>
    </div>
  )
}
