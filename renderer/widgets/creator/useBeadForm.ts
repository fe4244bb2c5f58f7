import { useEffect, useState } from 'react'
import type { Bead } from '#contract/schemas.ts'
import { failureReason, isFailure, isSessionEnd, useMe } from '#data/index.ts'
import { useDraft } from '#data/useDraft.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'
import {
  detailFields,
  detailProblems,
  emptyForm,
  formOf,
  isSame,
  canSkipPicture,
  originalOf,
  pictureProblems,
  formErrors,
  restoreForm,
  parseForm,
  type BeadErrors,
  type BeadForm,
} from './form.ts'
import { usePictureChoice } from './usePictureChoice.ts'
import { useSaveBead, type Finish } from './useSaveBead.ts'

/** Error fields that a change of the picture clears. */
const pictureFields = ['name', 'url', 'crop']

/** The errors that remain after a change of the form: those of unchanged fields. */
const remainingErrors = (errors: BeadErrors, changes: Partial<BeadForm>): BeadErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([field]) => !(field in changes) && field !== 'form' && !('picture' in changes && pictureFields.includes(field)),
    ),
  )

/** State of the playlist dialog: form values, current step, picture selection and submission. */
export function useBeadForm(bead: Bead | null, onDone: (bead: Bead) => void) {
  const { me } = useMe()
  const [initial] = useState(() => (bead ? formOf(bead) : emptyForm))
  const { savedDraft, saveDraft, finishDraft } = useDraft(bead ? `bead:${bead.id}` : 'bead:new', parseForm)
  const [form, setForm] = useState<BeadForm>(() =>
    savedDraft === null ? initial : bead ? restoreForm(savedDraft, initial, originalOf(bead)) : savedDraft,
  )
  /** The form was opened with a stored draft. */
  const [restored, setRestored] = useState(() => !isSame(form, initial))
  const [slide, setSlide] = useState<1 | 2>(1)
  const [errors, setErrors] = useState<BeadErrors>({})
  /** Number of refused submissions; each one shakes the form and focuses the invalid field. */
  const [refusals, setRefusals] = useState(0)
  const { save, isSaving: busy } = useSaveBead(bead, initial)
  const dirty = !isSame(form, initial)
  // Also runs while the dialog closes after a save, when the edited playlist changes in the cache.
  useEffect(() => saveDraft(dirty ? (bead ? { ...form, of: initial } : form) : null), [saveDraft, dirty, form, bead, initial])

  const change = (changes: Partial<BeadForm>) => {
    setForm((now) => ({ ...now, ...changes }))
    setErrors((now) => remainingErrors(now, changes))
  }
  const choice = usePictureChoice(bead, (picture) => change({ picture, removed: false }))

  const refuse = (problems: BeadErrors) => {
    setErrors(problems)
    setRefusals((n) => n + 1)
    // Show the step that contains the first error.
    if (detailFields.some((field) => problems[field] !== undefined)) setSlide(1)
    else if (problems.name ?? problems.url ?? problems.crop) setSlide(2)
  }
  const isValid = (problems: BeadErrors): boolean => {
    if (Object.keys(problems).length > 0) refuse(problems)
    return Object.keys(problems).length === 0
  }
  const refuseFailure = (error: unknown) => {
    const fields = isFailure(error) ? formErrors(error.fields ?? {}) : {}
    const reason = failureReason(error)
    if (Object.keys(fields).length > 0) return refuse(fields)
    refuse(reason === null ? {} : { form: reason })
    if (reason === null) showToast({ text: t.common.serverError, kind: 'error', now: true })
  }
  const send = async (finish: Finish) => {
    if (busy || !isValid({ ...detailProblems(form), ...pictureProblems(form, location.host) })) return
    setErrors({})
    try {
      const saved = await save(form, finish)
      finishDraft()
      onDone(saved)
    } catch (error) {
      // When the session has ended, the login dialog opens and shows the message.
      if (!isSessionEnd(error)) refuseFailure(error)
    }
  }

  return {
    form,
    change,
    restored,
    dirty,
    busy,
    errors,
    refusals,
    slide,
    choice,
    /** A picture is chosen, so the second step shows its crop area. */
    isCropping: form.picture !== null,
    send,
    canSkip: canSkipPicture(form.open, me),
    canPublish: bead ? bead.isDraft && bead.can.publish === true : !form.open || me?.isAdmin === true,
    /** Discards the restored draft. */
    startOver() {
      setForm(initial)
      setRestored(false)
      setErrors({})
    },
    discardDraft: finishDraft,
    next() {
      if (isValid(detailProblems(form))) setSlide(2)
    },
    /**
     * Goes from the crop area to the search results, or from these to the first step. Returns false on the first step.
     */
    back(): boolean {
      choice.cancel()
      setErrors({})
      if (slide === 1) return false
      if (form.picture === null) setSlide(1)
      else change({ picture: null })
      return true
    },
  }
}

export type BeadFormState = ReturnType<typeof useBeadForm>
