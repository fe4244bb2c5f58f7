import type { MemberRef } from '#contract/schemas.ts'
import type { RepairState } from '#data/repair.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Filled } from '#ui/Filled.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import styles from './Repair.module.css'

interface HistoryProps {
  history: RepairState['history']
  busy: boolean
  error: string | null
  onUndo: (id: string) => void
}

const nameOf = ({ by, byAdmin }: { by: MemberRef | null; byAdmin: boolean }): string =>
  by?.name ?? (byAdmin ? t.repair.admin : t.repair.deletedMember)

/** Log of the replacements of a post's link. Those with `canUndo` can be undone. */
export function History({ history, busy, error, onUndo }: HistoryProps) {
  if (history.length === 0) return null
  return (
    <section className={styles.section} aria-label={t.repair.history}>
      <h3 className={styles.heading}>{t.repair.history}</h3>
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <ul className={styles.list}>
        {history.map(({ id, by, byAdmin, date, from, to, undone, canUndo }) => (
          <li key={id} className={styles.deed}>
            <p className={styles.details}>
              <Filled text={t.repair.deed} places={{ who: nameOf({ by, byAdmin }), to: <Work {...to} />, from: <Work {...from} /> }} />
              {' · '}
              <TimeAgo instant={date} />
              {undone && (
                <>
                  {' '}
                  · <Filled text={t.repair.takenBack} places={{ who: nameOf(undone) }} /> <TimeAgo instant={undone.date} />
                </>
              )}
            </p>
            {canUndo && (
              <Button size="small" disabled={busy} aria-label={t.repair.undoTitled(to.title)} onClick={() => onUndo(id)}>
                {t.repair.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Work = ({ href, title, source }: { href: string; title: string; source: string }) => (
  <>
    <a href={href} target="_blank" rel="nofollow noopener">
      {title}
    </a>{' '}
    ({source})
  </>
)
