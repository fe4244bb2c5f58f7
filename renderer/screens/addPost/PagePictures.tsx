import { t } from '#texts/index.ts'
import { Image } from '#ui/Image.tsx'
import type { Choices } from './useImages.ts'
import styles from './PagePictures.module.css'

/** The choice among the pictures of a web page; `useImages` has left out those that are too small. */
export default function PagePictures({ choices: { pictures }, onPick }: { choices: Choices; onPick: (src: string) => void }) {
  return (
    <section className={styles.section} aria-label={t.wizard.pagePictures}>
      <p className={styles.hint}>{t.wizard.pagePictures}</p>
      <ul className={styles.grid}>
        {pictures.map((src, n) => (
          <li key={src}>
            <button
              type="button"
              className={styles.tile}
              aria-label={t.wizard.pagePicture(n + 1, pictures.length)}
              onClick={() => onPick(src)}
            >
              <Image src={src} alt="" seed={src} ratio="16/9" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
