import { t } from '#texts/index.ts'
import type { Report } from './importBatches.ts'
import styles from './ImportDialog.module.css'

/**
 * The entries that could not be imported, with the reason. `tabIndex`: the list scrolls, so it must be reachable by
 * keyboard.
 */
export const FailedEntries = ({ failed }: Pick<Report, 'failed'>) => (
  <ul className={styles.failed} tabIndex={0} aria-label={t.importing.failed(failed.length)}>
    {failed.map(({ line, title, reason }, index) => (
      <li key={index}>
        <span className={styles.about}>{t.importing.line(line)}</span> <b>{title}</b> <span className={styles.about}>{reason}</span>
      </li>
    ))}
  </ul>
)
