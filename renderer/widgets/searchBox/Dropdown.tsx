import type { ReactNode } from 'react'
import { CornerDownLeft, Globe, Search } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { sections, type Content, type Option, type OptionProperties } from './content.ts'
import { ResultRow } from './ResultRow.tsx'
import { LinkContent } from './LinkContent.tsx'
import styles from './Dropdown.module.css'

interface DropdownProps {
  id: string
  content: Content
  /** The selectable entries of `content`, in the order of the arrow keys. */
  options: readonly Option[]
  /** Index of the active option; -1 if none. */
  active: number
  /** Called when an option was chosen; ends the session. */
  onChoose: () => void
}

/** The list below the search field: results by section and a link to all results (X1), or a pasted link (X2). */
export function Dropdown({ id, content, options, active, onChoose }: DropdownProps) {
  const optionOf = (n: number): OptionProperties => ({
    id: `${id}-${n}`,
    role: 'option',
    tabIndex: -1,
    'aria-selected': n === active,
    onClick({ metaKey, ctrlKey, shiftKey }) {
      // Modifier keys open a new tab; the search stays open.
      if (!metaKey && !ctrlKey && !shiftKey) onChoose()
    },
  })
  return (
    // onMouseDown: a press on the list must not take the focus from the field.
    <div className={styles.dropdown} onMouseDown={(event) => event.preventDefault()}>
      {content.kind === 'results' ? (
        <ResultList id={id} content={content} options={options} optionOf={optionOf} />
      ) : (
        <LinkContent id={id} content={content} options={options} optionOf={optionOf} />
      )}
    </div>
  )
}

interface Parts {
  id: string
  options: readonly Option[]
  optionOf: (n: number) => OptionProperties
}

function ResultList({ id, content, options, optionOf }: Parts & { content: Extract<Content, { kind: 'results' }> }) {
  const { items, waiting, query } = content
  const rows = options.map((option, n) => ({ option, n }))
  return (
    <>
      {items.length === 0 && (waiting ? <ResultsSkeleton /> : <NoResults query={query} />)}
      <div id={`${id}-list`} role="listbox" aria-label={t.searchResults.results} aria-busy={waiting}>
        {sections.map((type) => {
          const own = rows.filter(({ option }) => option.kind === 'result' && option.item.type === type)
          if (own.length === 0) return null
          return (
            <div key={type} role="group" aria-labelledby={`${id}-${type}`} className={styles.section}>
              <p id={`${id}-${type}`} role="presentation" className={styles.heading}>
                {t.searchResults.sections[type]}
              </p>
              {own.map(
                ({ option, n }) => option.kind === 'result' && <ResultRow key={option.key} item={option.item} option={optionOf(n)} />,
              )}
            </div>
          )
        })}
        {rows.map(
          ({ option, n }) =>
            (option.kind === 'all' || option.kind === 'elsewhere') && (
              <a key={option.key} {...optionOf(n)} href={option.href} className={styles.all}>
                <Icon as={option.kind === 'all' ? Search : Globe} size={18} />
                <span className={styles.label}>{option.label}</span>
                {option.kind === 'all' && (
                  <span className={styles.enter} aria-hidden="true">
                    <Icon as={CornerDownLeft} size={14} />
                  </span>
                )}
              </a>
            ),
        )}
      </div>
    </>
  )
}

const NoResults = ({ query }: { query: string }): ReactNode => (
  <div className={styles.nothing}>
    <p className={styles.none}>{t.searchResults.none(query)}</p>
    <p className={styles.hint}>{t.searchResults.noneHint}</p>
  </div>
)

/** Placeholder in the shape of result rows. */
const ResultsSkeleton = () => (
  <div className={styles.skeleton} aria-hidden="true">
    <Skeleton width="4rem" height="0.75rem" />
    {[72, 58, 64].map((width) => (
      <div key={width} className={styles.skeletonRow}>
        <Skeleton width="3rem" height="3rem" />
        <div className={styles.lines}>
          <Skeleton width={`${width}%`} height="0.9rem" />
          <Skeleton width={`${width - 24}%`} height="0.75rem" />
        </div>
      </div>
    ))}
  </div>
)
