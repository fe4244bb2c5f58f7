import { shallowEqual, useDispatch, useSelector } from 'react-redux'
import { player, type WithPlayer } from '#player/index.ts'
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
        {items.map(({ id, title, creator, image, bead }) => (
          <li key={id}>
            <button type="button" className={styles.item} onClick={() => dispatch(player.playItem(id))}>
              <span className={styles.thumbnail}>{(image ?? bead.image) && <img src={image ?? bead.image} alt="" />}</span>
              <span className={styles.words}>
                <span className={styles.title}>{title}</span>
                <span className={styles.creator}>{creator}</span>
              </span>
            </button>
          </li>
        ))}
        {items.length === 0 && !isIdle && <li className={styles.nothing}>{t.tv.nothingNext}</li>}
      </ol>
    </section>
  )
}
