import type { RepairState } from '#data/repair.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { LinkStatus } from './LinkStatus.tsx'
import { History } from './History.tsx'
import { OwnLink } from './OwnLink.tsx'
import { Suggestions } from './Suggestions.tsx'
import type { Repair } from './useRepair.ts'
import styles from './Repair.module.css'

interface RepairContentProps {
  state: RepairState
  repair: Repair
  /** Called with the link that is typed but not submitted. */
  onTypeLink: (href: string) => void
}

/**
 * Content of the repair dialog: the post with the status of its link; while the link is dead, suggestions and a field
 * for another link; past repairs.
 */
export function RepairContent({ state, repair, onTypeLink }: RepairContentProps) {
  const { busy, failedAction } = repair
  /** The error of the last action if its target, a link or a repair, belongs to this part of the dialog. */
  const errorAt = (isTarget: (target: string) => boolean) =>
    failedAction !== null && isTarget(failedAction.target) ? failedAction.message : null
  const isSuggestion = (target: string) => state.suggestions.some(({ href }) => href === target)
  return (
    <>
      <LinkStatus
        state={state}
        isChecking={repair.isChecking}
        error={errorAt((target) => target === '')}
        onCheck={() => void repair.check()}
      />
      {state.dead && (
        <>
          <Suggestions
            state={state}
            searching={repair.isSearching}
            failure={repair.searchFailure}
            busy={busy}
            failedAction={failedAction}
            onAgain={repair.searchAgain}
            onAccept={(href) => void repair.accept(href)}
            onReject={(href, rejected) => void repair.reject(href, rejected)}
          />
          <OwnLink
            busy={busy}
            error={errorAt((target) => target !== '' && !isSuggestion(target))}
            onUse={repair.accept}
            onChange={(href) => {
              onTypeLink(href)
              repair.clearFailure()
            }}
          />
        </>
      )}
      <History
        history={state.history}
        busy={busy}
        error={errorAt((target) => state.history.some(({ id }) => id === target))}
        onUndo={(id) => void repair.undo(id)}
      />
      {failedAction !== null && (
        <p className={styles.reload}>
          <Button size="small" kind="plain" onClick={repair.reload}>
            {t.repair.reload}
          </Button>
        </p>
      )}
    </>
  )
}
