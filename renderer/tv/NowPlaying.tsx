import { useSelector } from 'react-redux'
import { playedFrom, selectCurrentItem, selectIsWaiting, type PlayerClock, type WithPlayer } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Progress } from './Progress.tsx'
import styles from './NowPlaying.module.css'

/** Title and progress of the current item, and why it does not play if so. */
export function NowPlaying({ clock, idle }: { clock: PlayerClock; idle: { title: string; hint: string } }) {
  const item = useSelector(selectCurrentItem)
  const source = useSelector(({ player }: WithPlayer) => player.queue.source)
  const message = useSelector(messageOf)
  return (
    <section className={styles.section} aria-label={t.tv.nowPlaying} data-idle={item === null}>
      {item === null ? (
        <>
          <h1 className={styles.idle}>{idle.title}</h1>
          <p className={styles.creator}>{idle.hint}</p>
        </>
      ) : (
        <>
          <h1 className={styles.title}>{item.title}</h1>
          <p className={styles.creator}>{t.tv.by(item.creator, playedFrom(item, source).title)}</p>
          <Progress clock={clock} />
        </>
      )}
      <p role="status" className={styles.message}>
        {message}
      </p>
    </section>
  )
}

function messageOf(state: WithPlayer): string | null {
  const { offline, unreachable, needsGesture, deadItemId, ended, queue } = state.player
  const item = selectCurrentItem(state)
  if (item === null) return null
  if (offline) return t.tv.offline
  if (unreachable) return t.tv.unreachable
  if (deadItemId === item.id) return t.tv.dead(item.title)
  if (needsGesture) return t.tv.gesture
  if (ended && queue.index === queue.items.length - 1) return t.tv.ended
  return selectIsWaiting(state) ? t.tv.loading : null
}
