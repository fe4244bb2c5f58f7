import type { Me } from '#contract/schemas.ts'
import { useSavePreferencesMutation } from '#data/accounts.ts'
import { refusedFields, useAccountForm, type AccountField, type AccountForm } from './accountForm.ts'
import { useSaving, failureText, type Saving } from './useSaving.ts'

interface SaveAccount {
  form: AccountForm
  saving: Saving
  /** Resolves to the saved member; null on errors, which are marked at the fields. */
  submit: () => Promise<Me | null>
}

/** The account form and its saving (P1, P4). */
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
      // Saving confirms the account data, so stop prompting for that (U13).
      const body = { ...changes, ...(me.onboarding.doConfirmInfo && { onboarding: { doConfirmInfo: false } }) }
      // Field errors are shown at the field only.
      const saved = await saving.run(() => save({ body }), {
        failed: (failure) => (form.refuse(refusedFields(failure)) ? null : failureText(failure)),
      })
      if (saved) form.reset(saved)
      return saved
    },
  }
}
