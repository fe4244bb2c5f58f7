import type { Me } from '#contract/schemas.ts'
import { useSavePreferencesMutation } from '#data/accounts.ts'
import { refusedFields, useAccountForm, type AccountField, type AccountForm } from './accountForm.ts'
import { useSaving, wordsOf, type Saving } from './useSaving.ts'

interface SaveAccount {
  form: AccountForm
  saving: Saving
  /** Answers the member as they are kept now; null where something was refused, which is marked and keeps what was typed. */
  submit: () => Promise<Me | null>
}

/** A form of what one says of oneself, and its saving (P1, P4). */
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
      // Whoever saves has looked at it: whether it is right is asked no more (U13).
      const body = { ...changes, ...(me.onboarding.doConfirmInfo && { onboarding: { doConfirmInfo: false } }) }
      // What belongs under a field is said there only.
      const saved = await saving.run(() => save({ body }), {
        failed: (failure) => (form.refuse(refusedFields(failure)) ? null : wordsOf(failure)),
      })
      if (saved) form.settle(saved)
      return saved
    },
  }
}
