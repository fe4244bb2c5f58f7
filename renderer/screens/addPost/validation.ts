/** Validates the wizard's form, step by step; a problem is the message for a field. Pure. */
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { emailProblem, partnerAge, secondsOf, tidy } from '#contract/rules.ts'
import { t } from '#texts/index.ts'
import { headlineLeft } from '#widgets/post/index.ts'
import {
  attributionOf,
  defaultTitle,
  headlineOf,
  isEntry,
  isTimed,
  studentFields,
  teacherFields,
  textOf,
  type EntryField,
  type Form,
} from './form.ts'
import type { Facts, StepName } from './machine.ts'

export type Field =
  'media' | 'bead' | 'copyLink' | 'what' | 'who' | 'attribution' | 'start' | 'end' | 'title' | 'text' | 'release' | 'rules' | EntryField
export type Problems = Partial<Record<Field, string>>

/** Problems of the start and end time; an empty field is valid. */
function timeProblems({ start, end, media }: Form): Problems {
  const problems: Problems = {}
  const mediumDuration = media?.duration
  const read = (text: string, field: 'start' | 'end') => {
    if (text.trim() === '') return null
    const seconds = secondsOf(text)
    if (seconds === null) problems[field] = messages.timeInvalid
    else if (mediumDuration !== undefined && seconds >= mediumDuration) problems[field] = messages.timeBeyondEnd
    return seconds
  }
  const from = read(start, 'start') ?? 0
  const to = read(end, 'end')
  if (to !== null && to <= from && !problems.end && !problems.start) problems.end = messages.timeOrder
  return problems
}

const isMinor = (age: string | undefined): boolean => /^\d+$/.test(age?.trim() ?? '') && Number(age) < partnerAge.adult
/** Whether the student is under 18: then e-mail and telephone must be a parent's (B5). */
export const needsParent = ({ entry }: Pick<Form, 'entry'>): boolean => isMinor(entry.studentAge)

function entryProblems(fields: readonly EntryField[], entry: Form['entry']): Problems {
  const problems: Problems = {}
  for (const field of fields) {
    const value = (entry[field] ?? '').trim()
    if (value === '') problems[field] = messages.partnerRequired
    else if (field === 'studentAge' && !(/^\d+$/.test(value) && Number(value) >= partnerAge.min && Number(value) <= partnerAge.max))
      problems[field] = messages.partnerAge
    else if (field.endsWith('Email') && emailProblem(value) !== null) problems[field] = messages.emailInvalid
    else if (field.endsWith('Telephone') && !/^\+?[\d\s()./-]{5,}$/.test(value)) problems[field] = messages.partnerTelephone
  }
  return problems
}

/** The problems of the current step. */
export function problemsOf(form: Form): Problems {
  const { media, kind, uploaded } = form
  const problems: Problems = {}
  switch (form.step) {
    case 'media':
      if (media === null && (kind !== 'nomedia' || isEntry(form)))
        problems.media = kind === 'image' ? messages.imageMissing : t.wizard.mediaRequired
      else if (isEntry(form) && media?.type !== 'video') problems.media = messages.partnerVideo
      return problems
    case 'bead':
      return form.bead === null ? { bead: t.wizard.playlistRequired } : problems
    case 'info':
      if (isTimed(media)) {
        // Required only for a medium chosen in this wizard: the medium of the edited post may lack them.
        if (form.fresh && tidy(form.what) === '') problems.what = t.wizard.whatRequired
        if (form.fresh && form.who.length === 0) problems.who = t.wizard.whoRequired
        Object.assign(problems, timeProblems(form))
        if (form.copyLink.trim() !== '') problems.copyLink = t.wizard.copyPending
      }
      if (media?.type === 'image' && !uploaded && attributionOf(form) === null) problems.attribution = messages.attributionUrl
      return problems
    case 'write':
      if (headlineOf(form).trim() === '' && defaultTitle(form) === '') problems.title = messages.postTitleRequired
      else if (headlineLeft(headlineOf(form)) < 0) problems.title = messages.postTitleTooLong
      if (textOf(form).length > limits.text.max) problems.text = messages.postTextTooLong
      return problems
    case 'student':
      return entryProblems(studentFields, form.entry)
    case 'teacher':
      return entryProblems(teacherFields, form.entry)
    case 'confirm':
      return { ...(!form.release && { release: messages.partnerConfirm }), ...(!form.rules && { rules: messages.partnerConfirm }) }
  }
}

/** The first of the steps that has problems. */
export const firstStepWithProblems = (form: Form, steps: readonly StepName[]): StepName | null =>
  steps.find((step) => Object.keys(problemsOf({ ...form, step })).length > 0) ?? null

/** The facts that the guards of the steps need. `known`: whether the playlist was given when the wizard opened. */
export const factsOf = (form: Form, known: boolean): Facts => ({
  mode: form.mode,
  known,
  media: form.media?.type ?? null,
  uploaded: form.uploaded,
  textOnly: form.kind === 'nomedia' && form.media === null && !isEntry(form) && form.mode !== 'repost',
  bead: form.bead !== null,
  filled: [
    ...(Object.keys(problemsOf({ ...form, step: 'student' })).length === 0 ? (['student'] as const) : []),
    ...(Object.keys(problemsOf({ ...form, step: 'teacher' })).length === 0 ? (['teacher'] as const) : []),
  ],
})
