/** The form of the wizard: state, draft, validation and request body. Pure. */
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { emailProblem, partnerAge, postTextPlaceholder, secondsOf, sourceAddress, tidy } from '#contract/rules.ts'
import type { CallInput } from '#contract/endpoints.ts'
import type { Media, Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { duration, truncate } from '#ui/format.ts'
import { headlineLeft, plainText } from '#widgets/post/index.ts'
import { toVisibleStep, type Facts, type Mode, type Position, type StepName } from './machine.ts'
import { withTags } from './tagging.ts'

/** The media kinds to search for (B2). */
export const kinds = ['video', 'image', 'webpage', 'nomedia'] as const
export type Kind = (typeof kinds)[number]

export interface TargetBead {
  id: string
  title: string
  image?: string | null
}

export const studentFields = [
  'studentFirstName',
  'studentLastName',
  'studentAge',
  'studentCity',
  'studentProvince',
  'studentEmail',
  'studentTelephone',
] as const
export const teacherFields = ['teacherName', 'teacherEmail', 'teacherTelephone'] as const
export type EntryField = (typeof studentFields)[number] | (typeof teacherFields)[number]

export interface Form extends Position {
  mode: Mode
  kind: Kind
  /** Text of the search-or-paste box. */
  query: string
  bead: TargetBead | null
  media: Media | null
  /** Whether the medium was chosen in this wizard, as opposed to the edited post's medium. */
  fresh: boolean
  /** Whether nothing could be detected at the address. */
  byAddress: boolean
  /** Whether it is an uploaded file; the picture is stored beside the form. */
  uploaded: boolean
  what: string
  who: readonly string[]
  /** Suggested titles from detection. */
  names: readonly string[]
  attribution: string
  start: string
  end: string
  /** Fallback copies in playing order (BZ1). */
  copies: readonly Media[]
  /** The address in the copy field that is not added yet. */
  copyLink: string
  /** Null until edited: the title of the medium is used. */
  title: string | null
  text: string
  tags: readonly string[]
  /** The tags that were proposed with the medium and are removed with it. */
  proposed: readonly string[]
  facebook: boolean
  twitter: boolean
  /** Whether the member confirmed posting a duplicate. */
  repeat: boolean
  /** Whether the post is a challenge entry. */
  entered: boolean
  entry: Partial<Record<EntryField, string>>
  release: boolean
  rules: boolean
}

export const emptyForm = (mode: Mode, bead: TargetBead | null): Form => ({
  mode,
  step: mode === 'repost' ? 'bead' : 'media',
  preview: false,
  kind: 'video',
  query: '',
  bead,
  media: null,
  fresh: false,
  byAddress: false,
  uploaded: false,
  what: '',
  who: [],
  names: [],
  attribution: '',
  start: '',
  end: '',
  copies: [],
  copyLink: '',
  title: null,
  text: '',
  tags: [],
  proposed: [],
  facebook: false,
  twitter: false,
  repeat: false,
  entered: false,
  entry: {},
  release: false,
  rules: false,
})

/** Challenge entries must be videos (E1). */
export const isEntry = ({ mode, entered }: Pick<Form, 'mode' | 'entered'>): boolean => mode === 'challenge' || entered

export const isTimed = (media: Pick<Media, 'type'> | null): boolean => media?.type === 'video' || media?.type === 'audio'

export const kindOf = (media: Media | null): Kind => (media === null ? 'nomedia' : media.type === 'audio' ? 'video' : media.type)

/** The notation of the spec (B5). Fractions of a second are kept, since the API accepts them. */
export const timeText = (seconds: number): string => {
  const thousandths = Math.round(seconds * 1000)
  return `${duration(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`.replace(/\.?0*$/, '')
}
const optionalTimeText = (seconds: number | undefined): string => (seconds === undefined ? '' : timeText(seconds))

/** The form fields that a medium fills in. */
export const mediumFields = (media: Media): Pick<Form, 'media' | 'kind' | 'what' | 'who' | 'attribution' | 'start' | 'end'> => ({
  media,
  kind: kindOf(media),
  what: (media.what ?? media.title).slice(0, limits.who.length),
  who: media.who ?? (media.artist === undefined ? [] : [media.artist]),
  attribution: media.attribution ?? '',
  // B5: without a start time playback starts at 0:00.
  start: isTimed(media) ? timeText(media.startTime ?? 0) : '',
  end: optionalTimeText(media.endTime),
})

const ownTags = ({ tags, proposed }: Pick<Form, 'tags' | 'proposed'>): string[] => tags.filter((tag) => !proposed.includes(tag))

/** Replaces the tags of the former medium; tags that the member entered stay. */
export function withProposedTags(form: Pick<Form, 'tags' | 'proposed'>, more: readonly string[]): Pick<Form, 'tags' | 'proposed'> {
  const own = ownTags(form)
  const tags = withTags(own, more)
  return { tags, proposed: tags.filter((tag) => !own.includes(tag)) }
}

/** Resets all fields of the medium. */
export const withoutMedium = (form: Pick<Form, 'tags' | 'proposed'>): Partial<Form> => ({
  media: null,
  uploaded: false,
  byAddress: false,
  what: '',
  who: [],
  names: [],
  attribution: '',
  start: '',
  end: '',
  copies: [],
  copyLink: '',
  repeat: false,
  tags: ownTags(form),
  proposed: [],
})

/** The initial form for editing a post. Borrowed text is left out (decision 20). */
export function initialEditForm(post: Post): Form {
  const { media, borrowedText } = post
  return {
    ...emptyForm('edit', post.bead),
    ...(media === null ? { kind: 'nomedia' as const } : mediumFields(media)),
    step: 'write',
    uploaded: media?.type === 'image' && media.source === 'Strand',
    entered: post.partnerMetaData !== undefined,
    copies: (media?.media ?? []).slice(1).map((stream) => ({
      href: stream.href,
      title: stream.title ?? media!.title,
      source: siteOf(stream.href),
      type: media!.type,
      image: stream.image,
      duration: stream.duration,
      media: [stream],
    })),
    title: borrowedText ? '' : post.title,
    text: borrowedText ? '' : post.description,
    tags: post.tags,
  }
}

/** The host name of an address. */
export const siteOf = (href: string): string =>
  URL.canParse(href, location.origin) ? new URL(href, location.origin).host.replace(/^www\./, '') : href

/**
 * Moves a copy within the set; the first is the main medium. Title and artists stay. The times stay too, unless the new main medium is
 * known to have another length.
 */
export function withCopyMoved(form: Form, from: number, to: number): Partial<Form> {
  const set = [form.media!, ...form.copies]
  set.splice(to, 0, ...set.splice(from, 1))
  const [media, ...copies] = set as [Media, ...Media[]]
  if (media === form.media) return { copies }
  const { start, end } = mediumFields(media)
  const otherLength =
    form.media?.duration !== undefined && media.duration !== undefined && Math.abs(form.media.duration - media.duration) > 2
  return { media, copies, kind: kindOf(media), byAddress: false, repeat: false, ...(otherLength && { start, end }) }
}

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

/** The headline if the member enters none (B5). */
export const defaultTitle = ({ media, what }: Pick<Form, 'media' | 'what'>): string =>
  media === null ? '' : truncate(tidy(what) || media.title, limits.postTitle.max - 1)

export const headlineOf = (form: Form): string => form.title ?? defaultTitle(form)

/** The text; empty if it only repeats the placeholder (B5). */
export const textOf = ({ text }: Pick<Form, 'text'>): string => (['', postTextPlaceholder].includes(plainText(text)) ? '' : text)

/** "Artist, Artist – Title", with at most `limits.artists` artists (B9). */
export const displayTitle = ({ what, who, media }: Pick<Form, 'what' | 'who' | 'media'>): string =>
  [who.slice(0, limits.artists).join(', '), what || (media?.title ?? '')].filter(Boolean).join(' – ')

/** Deep equality: a restored draft has new objects. */
const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** Whether closing would lose input. An emptied search box does not count. */
export const hasUnsavedInput = (form: Form, initial: Form): boolean =>
  !same(form.media, initial.media) ||
  form.kind !== initial.kind ||
  !['', initial.query.trim()].includes(form.query.trim()) ||
  (form.title ?? '') !== (initial.title ?? '') ||
  form.text !== initial.text ||
  form.tags.join() !== initial.tags.join() ||
  !same(form.copies, initial.copies) ||
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

/** The attribution address as sent (B5); null if it is no web address. */
export const attributionOf = ({ attribution }: Pick<Form, 'attribution'>): string | null => sourceAddress(attribution, location.host)

export type Field =
  'media' | 'bead' | 'copyLink' | 'what' | 'who' | 'attribution' | 'start' | 'end' | 'title' | 'text' | 'release' | 'rules' | EntryField
export type Problems = Partial<Record<Field, string>>

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
/** Under 18 the parent's contact data is required (B5). */
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
        // Required only for a medium chosen now; older posts may lack them.
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

/** The first step that has problems. */
export const firstStepWithProblems = (form: Form, steps: readonly StepName[]): StepName | null =>
  steps.find((step) => Object.keys(problemsOf({ ...form, step })).length > 0) ?? null

type Body = NonNullable<CallInput<'POST /api/v0/posts/:id'>['body']>

function mediaOf(form: Form, picture: string | null): Body['media'] {
  const { media, uploaded, fresh } = form
  if (media === null) return null
  const what = tidy(form.what)
  // For edits, cleared fields are sent empty: omitted fields stay unchanged.
  const isUnchangedMedium = form.mode === 'edit' && !fresh
  const names = { ...(what !== '' ? { what, title: what } : isUnchangedMedium && { what }), who: form.who.slice(0, limits.who.count) }
  if (uploaded && fresh && picture !== null) return { imageBase64: picture, ...names }
  return {
    href: media.href,
    ...names,
    ...(media.type === 'image' && form.attribution !== '' && !uploaded && { attribution: attributionOf(form) ?? form.attribution }),
    ...(isTimed(media) && {
      startTime: secondsOf(form.start) ?? 0,
      endTime: secondsOf(form.end) ?? (isUnchangedMedium ? null : undefined),
      media: form.copies.map(({ href }) => ({ href })),
    }),
  }
}

/** The request body. For an edit only what differs from `initial`. */
export function bodyOf(form: Form, initial: Form, picture: string | null): Body {
  const sameMedia =
    same(form.media, initial.media) &&
    form.what === initial.what &&
    form.who.join('\n') === initial.who.join('\n') &&
    form.attribution === initial.attribution &&
    form.start === initial.start &&
    form.end === initial.end &&
    same(form.copies, initial.copies)
  const text = textOf(form)
  const isEdit = form.mode === 'edit'
  const title = headlineOf(form).trim()
  return {
    ...(!(isEdit && title !== '' && form.title === initial.title) && { title: title || defaultTitle(form) }),
    ...(!(isEdit && text === initial.text) && { description: text }),
    ...(!(isEdit && same(form.tags, initial.tags)) && { tags: [...form.tags] }),
    ...(!(isEdit && sameMedia) && { media: mediaOf(form, picture) }),
    repeat: form.repeat,
    ...((form.facebook || form.twitter) && { share: { fb: form.facebook, tw: form.twitter } }),
    ...(form.mode === 'challenge' && { partnerMetaData: entryOf(form) }),
  }
}

const entryOf = ({ entry }: Form): NonNullable<Body['partnerMetaData']> => {
  const value = (field: EntryField) => (entry[field] ?? '').trim()
  return {
    studentFirstName: value('studentFirstName'),
    studentLastName: value('studentLastName'),
    studentAge: Number(value('studentAge')),
    studentCity: value('studentCity'),
    studentProvince: value('studentProvince'),
    studentEmail: value('studentEmail'),
    studentTelephone: value('studentTelephone'),
    teacherName: value('teacherName'),
    teacherEmail: value('teacherEmail'),
    teacherTelephone: value('teacherTelephone'),
    confirmRelease: true,
    confirmRules: true,
  }
}

/** Fields of one medium, stored together. */
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

/** A stored draft; `of` is the address of the medium that the post had then. */
export type Draft = Partial<Form> & { of?: string | null }

/** Stores only what differs from the initial form: the post may change before the next edit. */
export function draftOf(form: Form, initial: Form): Draft {
  const draft: Draft = { mode: form.mode, step: form.step, preview: form.preview, of: initial.media?.href ?? null }
  const changed = (Object.keys(form) as (keyof Form)[]).filter((field) => !same(form[field], initial[field]))
  const stored = new Set([...changed, ...(changed.includes('media') ? mediumFieldNames : [])])
  return { ...draft, ...Object.fromEntries([...stored].map((field) => [field, form[field]])) }
}

/** Applies a draft to the current initial form. Times and copies are dropped if the post has another medium now. */
export function restoreDraft({ of, ...draft }: Draft, initial: Form, known: boolean): Form {
  const replaced = of !== undefined && draft.media === undefined && of !== (initial.media?.href ?? null)
  const form = {
    ...initial,
    ...draft,
    ...(replaced && { start: initial.start, end: initial.end, copies: initial.copies, attribution: initial.attribution }),
  }
  return { ...form, ...toVisibleStep(form, factsOf(form, known)) }
}

/** Validates a stored draft, also one of an earlier version; null if invalid. */
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
