/** The draft of the wizard's form, which the browser stores: its content, its restoration and its validation. Pure. */
import { isEqual, type Form } from './form.ts'
import { toVisibleStep, type Mode } from './machine.ts'
import { factsOf } from './validation.ts'

/** Whether closing would lose input. Emptying the search field does not count. */
export const hasUnsavedInput = (form: Form, initial: Form): boolean =>
  !isEqual(form.media, initial.media) ||
  form.kind !== initial.kind ||
  !['', initial.query.trim()].includes(form.query.trim()) ||
  (form.title ?? '') !== (initial.title ?? '') ||
  form.text !== initial.text ||
  form.tags.join() !== initial.tags.join() ||
  !isEqual(form.copies, initial.copies) ||
  form.copyLink.trim() !== '' ||
  form.what !== initial.what ||
  form.who.join() !== initial.who.join() ||
  form.start !== initial.start ||
  form.end !== initial.end ||
  form.attribution !== initial.attribution ||
  form.bead?.id !== initial.bead?.id ||
  Object.values(form.entry).some((value) => value !== '') ||
  form.release ||
  form.rules

/** The fields of a medium. If the medium has changed, all are stored, also those that equal the initial form. */
const mediumFieldNames = [
  'media',
  'kind',
  'fresh',
  'byAddress',
  'uploaded',
  'what',
  'who',
  'names',
  'attribution',
  'start',
  'end',
  'copies',
  'copyLink',
  'proposed',
] as const satisfies readonly (keyof Form)[]

/** A stored draft. `of` is the address of the initial form's medium when the draft was stored, null without one. */
export type Draft = Partial<Form> & { of?: string | null }

/**
 * Contains only what differs from the initial form: another browser may edit the rest of the post before the draft is
 * restored.
 */
export function draftOf(form: Form, initial: Form): Draft {
  const draft: Draft = { mode: form.mode, step: form.step, preview: form.preview, of: initial.media?.href ?? null }
  const changed = (Object.keys(form) as (keyof Form)[]).filter((field) => !isEqual(form[field], initial[field]))
  const stored = new Set([...changed, ...(changed.includes('media') ? mediumFieldNames : [])])
  return { ...draft, ...Object.fromEntries([...stored].map((field) => [field, form[field]])) }
}

/**
 * Applies a draft to the current initial form. If the post has got another medium since, and the draft contains none,
 * the draft's times, copies and attribution are dropped: they belong to the old medium. `known`: see `Facts`.
 */
export function restoreDraft({ of, ...draft }: Draft, initial: Form, known: boolean): Form {
  const replaced = of !== undefined && draft.media === undefined && of !== (initial.media?.href ?? null)
  const form = {
    ...initial,
    ...draft,
    ...(replaced && { start: initial.start, end: initial.end, copies: initial.copies, attribution: initial.attribution }),
  }
  return { ...form, ...toVisibleStep(form, factsOf(form, known)) }
}

/** Validates a stored draft, which an older version of the page may have written; null if it is invalid. */
export const parseDraft =
  (modes: readonly Mode[]) =>
  (value: unknown): Draft | null => {
    if (typeof value !== 'object' || value === null || !('step' in value)) return null
    const draft = value as Draft
    const isValid =
      [draft.tags, draft.who, draft.copies, draft.proposed].every((list) => list === undefined || Array.isArray(list)) &&
      ['undefined', 'string'].includes(typeof draft.text)
    return draft.mode !== undefined && modes.includes(draft.mode) && isValid
      ? { ...draft, ...(draft.copies && { copies: draft.copies.map((copy) => ({ ...copy, media: copy.media ?? [] })) }) }
      : null
  }
