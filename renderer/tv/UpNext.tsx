import { FileText } from 'lucide-react'
import { shallowEqual, useDispatch, useSelector } from 'react-redux'
import { isSlide, player, type QueueItem, type WithPlayer } from '#player/index.ts'
import { t } from '#texts/index.ts'
import styles from './UpNext.module.css'

/** As many as fit. */
const count = 5

/** The next items of the queue. Pressing one plays it. */
export function UpNext() {
  const items = useSelector(
    ({ player: { queue } }: WithPlayer) => queue.items.slice(queue.index + 1, queue.index + 1 + count),
    shallowEqual,
  )
  const isIdle = useSelector(({ player: { queue } }: WithPlayer) => queue.index < 0)
  const dispatch = useDispatch()
  return (
    <section className={styles.section} data-idle={isIdle}>
      <h2 className={styles.heading} aria-hidden="true">
        {t.tv.upNext}
      </h2>
      <ol aria-label={t.tv.upNext}>
        {items.map((item) => (
          <li key={item.id}>
            <button type="button" className={styles.item} onClick={() => dispatch(player.playItem(item.id))}>
              <span className={styles.thumbnail}>
                <Thumbnail item={item} />
              </span>
              <span className={styles.words}>
                <span className={styles.title}>{item.title}</span>
                <span className={styles.creator}>{item.creator}</span>
              </span>
            </button>
          </li>
        ))}
        {items.length === 0 && !isIdle && <li className={styles.nothing}>{t.tv.nothingNext}</li>}
      </ol>
    </section>
  )
}

function Thumbnail({ item }: { item: QueueItem }) {
  const image = item.image ?? item.bead.image
  if (isSlide(item)) return <FileText aria-hidden="true" focusable="false" />
  return image === undefined ? null : <img src={image} alt="" />
}
