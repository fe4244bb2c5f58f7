import type { Ref } from 'react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { back, nextText } from './machine.ts'
import type { WizardState } from './useWizard.ts'
import styles from './Wizard.module.css'

interface WizardActionsProps {
  wizard: WizardState
  /** The id of the form that the next button submits. */
  formId: string
  /** Whether the form is being sent. */
  isSending: boolean
  /** Whether an address is being looked up. */
  isLookingUp: boolean
  nextButton: Ref<HTMLButtonElement>
  onCancel: () => void
}

/** The buttons of the wizard: cancel, back and next. */
export function WizardActions({ wizard, formId, isSending, isLookingUp, nextButton, onCancel }: WizardActionsProps) {
  const { form, facts } = wizard
  return (
    <div className={styles.actions}>
      <Button kind="plain" disabled={isSending} onClick={onCancel}>
        {t.common.cancel}
      </Button>
      <span className={styles.gap} />
      {back(form, facts) !== null && (
        <Button disabled={isSending} onClick={wizard.goBack}>
          {t.wizard.back}
        </Button>
      )}
      <Button ref={nextButton} kind="primary" type="submit" form={formId} busy={isSending || isLookingUp}>
        {t.wizard[nextText(form, facts)]}
      </Button>
    </div>
  )
}
