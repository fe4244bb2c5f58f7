import { FileUp } from 'lucide-react'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import type { BeadFormState } from './useBeadForm.ts'
import type { Finish } from './useSaveBead.ts'
import styles from './BeadDialog.module.css'

interface BeadActionsProps {
  /** Id of the form that "Next" submits. */
  formId: string
  state: BeadFormState
  /** The playlist being edited; null for a new one. */
  bead: Bead | null
  /** The last submission requested; while the form is busy, its button shows the progress. */
  pendingFinish: Finish | null
  onBack: () => void
  onFinish: (finish: Finish) => void
  onImport: () => void
}

interface FinishAction {
  finish: Finish
  title: string
  isPrimary: boolean
}

/**
 * The submit buttons that the current step offers (B4). `canSkip`: the member may create the playlist without a
 * picture.
 */
function finishActions({ form, slide, isCropping, canSkip, canPublish }: BeadFormState, bead: Bead | null): FinishAction[] {
  const actions: (FinishAction & { isOffered: boolean })[] = [
    {
      finish: 'skip',
      title: form.open ? t.creator.skipOpen : t.creator.skipPersonal,
      isPrimary: false,
      isOffered: !bead && slide === 2 && !isCropping && canSkip,
    },
    {
      finish: 'publish',
      title: t.beadActs.publish,
      isPrimary: false,
      isOffered: canPublish && (bead !== null || (slide === 2 && (isCropping || canSkip))),
    },
    {
      finish: 'launch',
      title: form.open ? t.creator.launchOpen : t.creator.launchPersonal,
      isPrimary: true,
      isOffered: !bead && slide === 2 && isCropping,
    },
    { finish: 'done', title: t.creator.done, isPrimary: slide === 2, isOffered: bead !== null },
  ]
  return actions.filter(({ isOffered }) => isOffered)
}

/** Buttons of the playlist dialog: back, submit, import and next. */
export function BeadActions({ formId, state, bead, pendingFinish, onBack, onFinish, onImport }: BeadActionsProps) {
  const { busy, slide } = state
  return (
    <>
      {slide === 2 && (
        <Button kind="plain" className={styles.back} disabled={busy} onClick={onBack}>
          {t.creator.back}
        </Button>
      )}
      {finishActions(state, bead).map(({ finish, title, isPrimary }) => (
        <Button
          key={finish}
          kind={isPrimary ? 'primary' : 'quiet'}
          busy={busy && pendingFinish === finish}
          disabled={busy && pendingFinish !== finish}
          onClick={() => onFinish(finish)}
        >
          {title}
        </Button>
      ))}
      {slide === 1 && !bead && (
        <Button kind="plain" className={styles.back} icon={<Icon as={FileUp} size={18} />} onClick={onImport}>
          {t.importing.instead}
        </Button>
      )}
      {slide === 1 && (
        <Button kind="primary" type="submit" form={formId} disabled={busy}>
          {t.creator.next}
        </Button>
      )}
    </>
  )
}
