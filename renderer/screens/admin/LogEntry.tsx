import { Link } from 'wouter'
import type { AdminAction } from '#contract/schemas/moderation.ts'
import { t } from '#texts/index.ts'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import styles from './Log.module.css'

/** The address of a target that can still exist; undefined for one without a page. */
function hrefOf({ action, target: { kind, id } }: AdminAction): string | undefined {
  if (action.endsWith('.delete')) return undefined
  if (kind === 'post' || kind === 'bead') return `/${id}`
  if (kind === 'member') return `/p/${id}`
  return undefined
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? t.admin.log.yes : t.admin.log.no
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (value === null || value === '') return t.admin.log.none
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Texts of values that are names of the API, by the names of their details. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  verdict: t.admin.review.verdicts,
  cause: t.admin.log.causes,
}

const labels: Readonly<Record<string, string>> = { ...t.admin.flags, ...t.admin.log.details }

/** One admin action. */
export function LogEntry({ entry }: { entry: AdminAction }) {
  const { action, target, detail, admin, uid, creationDate } = entry
  const href = hrefOf(entry)
  const { title, ...details } = detail
  const name = typeof title === 'string' && title !== '' ? title : target.id
  return (
    <li className={styles.entry}>
      <p>
        <strong>{t.admin.log.actions[action]}</strong>{' '}
        <span className={styles.target}>{href ? <Link href={href}>{name}</Link> : name}</span>
      </p>
      {Object.keys(details).length > 0 && (
        <dl className={styles.details}>
          {Object.entries(details).map(([key, value]) => (
            <div key={key}>
              <dt>{labels[key] ?? key}</dt>
              <dd>{(typeof value === 'string' && words[key]?.[value]) || textOf(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.who}>
        {admin ? <Link href={`/p/${admin.uid}`}>{admin.name}</Link> : uid === null ? t.admin.log.operator : t.admin.deletedAccount}
        {' · '}
        <TimeAgo instant={creationDate} />
      </p>
    </li>
  )
}
