import type { Me } from '#contract/schemas.ts'
import { useSavePreferencesMutation } from '#data/accounts.ts'
import { refusedFields, useAccountForm, type AccountField, type AccountForm } from './accountForm.ts'
import { useSaving, failureText, type Saving } from './useSaving.ts'

interface SaveAccount {
  form: AccountForm
  saving: Saving
  /** Resolves to the saved member; null after errors, which the fields or the form show. */
  submit: () => Promise<Me | null>
}

/** An account form with the given fields, and its submission (P1, P4). */
export function useSaveAccount(me: Me, fields: readonly AccountField[]): SaveAccount {
  const form = useAccountForm(me, fields)
  const saving = useSaving()
  const [save] = useSavePreferencesMutation()
  return {
    form,
    saving,
    async submit() {
      const changes = form.check()
      if (changes === null) {
        saving.refuse()
        return null
      }
      // Saving confirms the account data, so the prompt to confirm them is turned off (U13).
      const body = { ...changes, ...(me.onboarding.doConfirmInfo && { onboarding: { doConfirmInfo: false } }) }
      // Errors that belong to a field are shown there only, not below the form.
      const saved = await saving.run(() => save({ body }), {
        failed: (failure) => (form.refuse(refusedFields(failure)) ? null : failureText(failure)),
      })
      if (saved) form.reset(saved)
      return saved
    },
  }
}
