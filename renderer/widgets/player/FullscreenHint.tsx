import { t } from '#texts/index.ts'
import styles from './FullscreenHint.module.css'

/** Hint that Escape leaves full screen. `usePlayerLayout` shows it for 2 s after entering full screen (B9). */
export const FullscreenHint = () => (
  <p className={styles.hint} role="status">
    {t.player.hint}
  </p>
)
