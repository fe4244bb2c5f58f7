import { t } from '#texts/index.ts'
import styles from './Hint.module.css'

/** How one leaves full screen, said for 2 s on entering it (B9). */
export const Hint = () => (
  <p className={styles.hint} role="status">
    {t.player.hint}
  </p>
)
