import { t } from '#texts/index.ts'
import type { ImportState } from './useImport.ts'
import styles from './ImportDialog.module.css'

/** Progress while the file is read, the playlist is created and entries are imported. */
export function ImportProgress({ state: { phase, file, report } }: { state: ImportState }) {
  if (!file) return null
  if (phase === 'reading') return <Progress text={t.importing.reading(file.name)} />
  if (phase === 'starting') return <Progress text={t.importing.working(file.name)} />
  if ((phase !== 'working' && phase !== 'stopping') || !report) return null
  return (
    <Progress
      text={phase === 'stopping' ? t.importing.stopping : t.importing.working(file.name)}
      {...(report.total > (report.next ?? 0) && { done: report.next ?? 0, of: report.total })}
    />
  )
}

/** A progress bar; indeterminate without `of`. */
function Progress({ text, done, of }: { text: string; done?: number; of?: number }) {
  return (
    <div className={styles.work}>
      <p>{text}</p>
      <progress className={styles.bar} aria-label={text} {...(of !== undefined && { value: done, max: of })} />
      {of !== undefined && <p className={styles.about}>{t.importing.progress(done ?? 0, of)}</p>}
    </div>
  )
}
