import { useEffect, useRef, useState } from 'react'
import type { Bead } from '#contract/schemas.ts'
import { failureReason, isFailure, isSessionEnd, useCreateBeadMutation, useEditBeadMutation, useMe } from '#data/index.ts'
import { useDraft } from '#data/useDraft.ts'
import { messages } from '#contract/messages.ts'
import { t } from '#texts/index.ts'
import { wholeCrop, type CropArea } from '#ui/crop.ts'
import { showToast } from '#ui/toast.ts'
import { readSize, squareOf, type FoundPicture } from '../pictures/index.ts'
import { limits } from '#contract/limits.ts'
import {
  bodyOf,
  changesOf,
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

/** `launch` and `skip` create a draft, `publish` publishes, `done` saves an edit (B4). */
export type Finish = 'launch' | 'skip' | 'publish' | 'done'

/** State of the playlist dialog: form values, current step, picture selection and submission. */
export function useBeadForm(bead: Bead | null, onDone: (bead: Bead) => void) {
  const { me } = useMe()
  const [start] = useState(() => (bead ? formOf(bead) : emptyForm))
  const { found, keep } = useDraft(bead ? `bead:${bead.id}` : 'bead:new', parseForm)
  const [form, setForm] = useState<BeadForm>(() => (found === null ? start : bead ? restoreForm(found, start, originalOf(bead)) : found))
  const [restored, setRestored] = useState(() => !isSame(form, start))
  const [slide, setSlide] = useState<1 | 2>(1)
  const [pictureQuery, setPictureQuery] = useState('')
  const [opening, setOpening] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [errors, setErrors] = useState<BeadErrors>({})
  const [refusals, setRefusals] = useState(0)
  const latest = useRef<string | null>(null)
  const [create, creating] = useCreateBeadMutation()
  const [edit, editing] = useEditBeadMutation()
  const dirty = !isSame(form, start)
  const busy = creating.isLoading || editing.isLoading
  useEffect(() => keep(dirty ? (bead ? { ...form, of: start } : form) : null), [keep, dirty, form, bead, start])

  const change = (changes: Partial<BeadForm>) => {
    setForm((now) => ({ ...now, ...changes }))
    setErrors((now) =>
      Object.fromEntries(
        Object.entries(now).filter(
          ([field]) => !(field in changes) && field !== 'form' && !('picture' in changes && ['name', 'url', 'crop'].includes(field)),
        ),
      ),
    )
  }
  const refuse = (problems: BeadErrors) => {
    setErrors(problems)
    setRefusals((n) => n + 1)
    if (detailFields.some((field) => problems[field] !== undefined)) setSlide(1)
    else if (problems.name ?? problems.url ?? problems.crop) setSlide(2)
  }
  const isValid = (problems: BeadErrors): boolean => {
    if (Object.keys(problems).length > 0) refuse(problems)
    return Object.keys(problems).length === 0
  }

  const openPicture = async (
    key: string,
    picture: { src: string; name: string; url: string; own: boolean },
    crop: CropArea | null = null,
  ) => {
    latest.current = key
    setOpening(key)
    setProblem(null)
    const { size, problem: reason } = await readSize(picture.src, limits.imageSize.bead, messages.profileImageTooSmall)
    // Ignore a stale answer: another picture was selected, or the user went back.
    if (latest.current !== key) return
    setOpening(null)
    if (!size) return setProblem(reason)
    const isInside = crop !== null && crop.x + crop.width <= size.width && crop.y + crop.height <= size.height
    change({ picture: { ...picture, size, crop: isInside ? crop : wholeCrop(squareOf(size)) }, removed: false })
  }
  const cancelPicture = () => {
    latest.current = null
    setOpening(null)
    setProblem(null)
  }

  const send = async (finish: Finish) => {
    if (busy || !isValid({ ...detailProblems(form), ...pictureProblems(form, location.host) })) return
    setErrors({})
    try {
      const { data } = bead
        ? await edit({
            params: { id: bead.id },
            body: { ...changesOf(form, start), ...(finish === 'publish' && { isDraft: false as const }) },
          }).unwrap()
        : await create({
            body: {
              ...bodyOf(form),
              isDraft: finish !== 'publish',
              ...(!form.open && { invitees: [] }),
              ...(form.picture === null && { skippedImage: true }),
            },
          }).unwrap()
      keep(null)
      onDone(data)
    } catch (error) {
      if (isSessionEnd(error)) return
      const fields = isFailure(error) ? formErrors(error.fields ?? {}) : {}
      const reason = failureReason(error)
      if (Object.keys(fields).length > 0) return refuse(fields)
      refuse(reason === null ? {} : { form: reason })
      if (reason === null) showToast({ text: t.common.serverError, kind: 'error', now: true })
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
    pictureQuery,
    setPictureQuery,
    opening,
    problem,
    send,
    canSkip: canSkipPicture(form.open, me),
    canPublish: bead ? bead.isDraft && bead.can.publish === true : !form.open || me?.isAdmin === true,
    /** Discards the restored draft. */
    startOver() {
      setForm(start)
      setRestored(false)
      setErrors({})
    },
    discardDraft: () => keep(null),
    next() {
      if (isValid(detailProblems(form))) setSlide(2)
    },
    /** From crop to search results, from there to the first step. Returns false on the first step. */
    back(): boolean {
      cancelPicture()
      setErrors({})
      if (slide === 1) return false
      if (form.picture === null) setSlide(1)
      else change({ picture: null })
      return true
    },
    pick: ({ id, image, author, href }: FoundPicture) => void openPicture(id, { src: image, name: author, url: href, own: false }),
    paste: (address: string) => void openPicture(address, { src: address, name: '', url: '', own: false }),
    recrop:
      bead && originalOf(bead) !== null
        ? () => {
            const { crop, attribution } = bead
            const area = crop ? { x: crop.xCoord, y: crop.yCoord, width: crop.xDimen, height: crop.yDimen } : null
            void openPicture('own', { src: originalOf(bead)!, name: attribution?.name ?? '', url: attribution?.url ?? '', own: true }, area)
          }
        : null,
  }
}

export type BeadFormState = ReturnType<typeof useBeadForm>
