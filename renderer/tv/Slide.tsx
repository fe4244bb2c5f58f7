import { useSelector } from 'react-redux'
import { isSlide, isWide, selectCurrentItem } from '#player/index.ts'
import styles from './Slide.module.css'

/** The largest number of narrow characters in each size; longer texts are `tiny`. */
const sizes = { large: 80, medium: 200, small: 400 } as const
/** A line break takes as much space as so many characters. */
const lineBreak = 40

/** The number of narrow characters that take as much space: wide ones count twice. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character === '\n' ? lineBreak : isWide(character) ? 2 : 1), 0)

function sizeOf(text: string): keyof typeof sizes | 'tiny' {
  const width = widthOf(text)
  if (width <= sizes.large) return 'large'
  if (width <= sizes.medium) return 'medium'
  return width <= sizes.small ? 'small' : 'tiny'
}

/** The text of a post without a medium, in the place of the picture. */
export function Slide({ isPanel, isBehindDialog }: { isPanel: boolean; isBehindDialog: boolean }) {
  const item = useSelector(selectCurrentItem)
  if (item === null || !isSlide(item)) return null
  const text = item.streams[0]?.uri ?? ''
  return (
    <article
      className={styles.slide}
      data-panel={isPanel}
      data-size={sizeOf(text || item.title)}
      aria-label={item.title}
      aria-hidden={isBehindDialog || undefined}
    >
      <div className={styles.words}>
        <p className={text === '' ? styles.text : styles.title} dir="auto">
          {item.title}
        </p>
        {text !== '' && (
          <p className={styles.text} dir="auto">
            {text}
          </p>
        )}
        <p className={styles.creator} dir="auto">
          {item.creator}
        </p>
      </div>
    </article>
  )
}
