import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { countNew } from './Preview.tsx'
import type { ImportState } from './useImport.ts'

interface ImportActionsProps {
  state: ImportState
  /** The import created a playlist that can be opened. */
  canOpen: boolean
  onClose: () => void
  onOpen: () => void
  onStart: () => void
}

/** Buttons of the import dialog in each phase. A report whose `next` is not null can be continued. */
export function ImportActions({ state, canOpen, onClose, onOpen, onStart }: ImportActionsProps) {
  const { phase, preview, report, busy } = state
  if (phase === 'working' || phase === 'stopping')
    return (
      <Button busy={phase === 'stopping'} aria-label={phase === 'stopping' ? t.importing.stopping : t.importing.stop} onClick={state.stop}>
        {t.importing.stop}
      </Button>
    )
  const newCount = preview ? countNew(preview) : 0
  return (
    <>
      <Button kind="plain" disabled={busy} onClick={onClose}>
        {phase === 'report' ? t.common.close : t.common.cancel}
      </Button>
      {phase === 'report' && canOpen && (
        <Button kind={report?.next === null ? 'primary' : 'quiet'} onClick={onOpen}>
          {t.importing.open}
        </Button>
      )}
      {phase === 'report' && report && report.next !== null && (
        <Button kind="primary" onClick={() => void state.resume()}>
          {t.importing.resume}
        </Button>
      )}
      {(phase === 'preview' || phase === 'starting') && preview && (newCount > 0 || preview.next !== null) && (
        <Button kind="primary" busy={phase === 'starting'} onClick={onStart}>
          {preview.next === null ? t.importing.start(newCount) : t.importing.startAll(preview.total)}
        </Button>
      )}
    </>
  )
}
