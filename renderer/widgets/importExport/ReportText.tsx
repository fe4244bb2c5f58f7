import { t } from '#texts/index.ts'
import type { Report } from './importBatches.ts'
import styles from './ImportDialog.module.css'

/** Counts of the import's results. */
export function ReportText({ report: { added, repeated, failed, total, next } }: { report: Report }) {
  return (
    <>
      <p className={styles.name}>{t.importing.added(added)}</p>
      {repeated > 0 && <p>{t.importing.repeated(repeated)}</p>}
      {next !== null && <p>{t.importing.left(total - next)}</p>}
      {failed.length > 0 && <p>{t.importing.failed(failed.length)}</p>}
    </>
  )
}
