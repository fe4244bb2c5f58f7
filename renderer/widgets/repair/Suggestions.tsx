import { useState } from 'react'
import { useDispatch } from 'react-redux'
import type { RepairState } from '#data/repair.ts'
import { player } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { joined } from '#ui/format.ts'
import { ErrorState } from '#ui/States.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { SuggestionRow } from './SuggestionRow.tsx'
import type { FailedAction } from './useRepair.ts'
import styles from './Repair.module.css'

interface SuggestionsProps {
  state: RepairState
  searching: boolean
  failure: string | null
  busy: boolean
  failedAction: FailedAction | null
  onAgain: () => void
  onAccept: (href: string) => void
  onReject: (href: string, rejected: boolean) => void
}

/** Suggested replacements, best match first. */
export function Suggestions({
  state: { suggestions, outages },
  searching,
  failure,
  busy,
  failedAction,
  onAgain,
  onAccept,
  onReject,
}: SuggestionsProps) {
  const dispatch = useDispatch()
  const [previewed, setPreviewed] = useState<string | null>(null)
  const listen = (href: string | null) => {
    // Only one medium plays at a time.
    if (href !== null) dispatch(player.pause())
    setPreviewed(href)
  }
  /** Suggestions that were not rejected. */
  const open = suggestions.filter(({ rejected }) => !rejected)
  return (
    <section className={styles.section} aria-label={t.repair.suggestions}>
      <div className={styles.head}>
        <h3 className={styles.heading}>{t.repair.suggestions}</h3>
        {!searching && failure === null && (
          <Button size="small" kind="plain" onClick={onAgain}>
            {t.repair.again}
          </Button>
        )}
      </div>
      {failure !== null ? (
        <ErrorState level={3} message={failure} onRetry={onAgain} />
      ) : searching && suggestions.length === 0 ? (
        <SkeletonGroup label={t.repair.searching}>
          <Skeleton height="4.5rem" />
          <Skeleton height="4.5rem" />
        </SkeletonGroup>
      ) : (
        <>
          <p className={styles.details} role="status">
            {searching ? t.repair.searching : open.length === 0 ? t.repair.nothing : ''}
            {!searching && outages.length > 0 && ` ${t.repair.outages(joined(outages))}`}
          </p>
          <ul className={styles.list}>
            {suggestions.map((suggestion) => (
              <SuggestionRow
                key={suggestion.href}
                result={suggestion}
                busy={busy}
                isPreviewing={previewed === suggestion.href}
                error={failedAction?.target === suggestion.href ? failedAction.message : null}
                onListen={listen}
                onAccept={onAccept}
                onReject={onReject}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
