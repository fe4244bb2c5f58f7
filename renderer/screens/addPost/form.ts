/** What a person has chosen and written in the wizard, as it is kept, checked and sent. Pure. */
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { emailProblem, partnerAge, postTextPlaceholder, secondsOf, sourceAddress, tidy } from '#contract/rules.ts'
import type { CallInput } from '#contract/endpoints.ts'
import type { Media, Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { duration, truncate } from '#ui/format.ts'
import { headlineLeft, plainText } from '#widgets/post/index.ts'
import { settle, type Facts, type Mode, type Position, type StepName } from './machine.ts'
import { withTags } from './tagging.ts'

/** What is looked for (B2). */
export const kinds = ['video', 'image', 'webpage', 'nomedia'] as const
export type Kind = (typeof kinds)[number]

export interface Place {
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
  /** What the search-or-paste box holds. */
  query: string
  bead: Place | null
  media: Media | null
  /** The medium was chosen here, and is not the one that the edited post has. */
  fresh: boolean
  /** Nothing answered at its address. */
  byAddress: boolean
  /** It is a file of the member's own, which is kept beside the form. */
  uploaded: boolean
  what: string
  who: readonly string[]
  /** What the medium may be called, as the server found it. */
  names: readonly string[]
  attribution: string
  start: string
  end: string
  /** The same medium elsewhere, in the order in which they are played after it (BZ1). */
  copies: readonly Media[]
  /** The address of one more, which nobody has asked for yet. */
  copyLink: string
  /** Null until somebody writes one: then it is the medium's. */
  title: string | null
  text: string
  tags: readonly string[]
  /** Those of them that came with the medium, and go with it. */
  proposed: readonly string[]
  facebook: boolean
  twitter: boolean
  /** It is known that the playlist has it, and wanted all the same. */
  repeat: boolean
  /** It was entered for a challenge. */
  entered: boolean
  entry: Partial<Record<EntryField, string>>
  release: boolean
  rules: boolean
}

export const emptyForm = (mode: Mode, bead: Place | null): Form => ({
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

/** A challenge takes videos, and an entry stays one (E1). */
export const isEntry = ({ mode, entered }: Pick<Form, 'mode' | 'entered'>): boolean => mode === 'challenge' || entered

export const isTimed = (media: Pick<Media, 'type'> | null): boolean => media?.type === 'video' || media?.type === 'audio'

export const kindOf = (media: Media | null): Kind => (media === null ? 'nomedia' : media.type === 'audio' ? 'video' : media.type)

/** As the documents show times (B5); what is finer than a second, which the API takes, is not lost by being shown. */
export const timeText = (seconds: number): string => {
  const thousandths = Math.round(seconds * 1000)
  return `${duration(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`.replace(/\.?0*$/, '')
}
const written = (seconds: number | undefined): string => (seconds === undefined ? '' : timeText(seconds))

/** The fields of a medium, as its own words fill them in. */
export const told = (media: Media): Pick<Form, 'media' | 'kind' | 'what' | 'who' | 'attribution' | 'start' | 'end'> => ({
  media,
  kind: kindOf(media),
  what: (media.what ?? media.title).slice(0, limits.who.length),
  who: media.who ?? (media.artist === undefined ? [] : [media.artist]),
  attribution: media.attribution ?? '',
  // B5: where nothing is said it begins at the beginning.
  start: isTimed(media) ? timeText(media.startTime ?? 0) : '',
  end: written(media.endTime),
})

const ownTags = ({ tags, proposed }: Pick<Form, 'tags' | 'proposed'>): string[] => tags.filter((tag) => !proposed.includes(tag))

/** The tags of a medium beside those that somebody wrote, in the place of another one's. */
export function withProposed(form: Pick<Form, 'tags' | 'proposed'>, more: readonly string[]): Pick<Form, 'tags' | 'proposed'> {
  const own = ownTags(form)
  const tags = withTags(own, more)
  return { tags, proposed: tags.filter((tag) => !own.includes(tag)) }
}

/** Nothing is chosen any more, and nothing is left of what was. */
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

/** A post as the form begins with it. Somebody else's words are not taken over (decision 20). */
export function formOf(post: Post): Form {
  const { media, borrowedText } = post
  return {
    ...emptyForm('edit', post.bead),
    ...(media === null ? { kind: 'nomedia' as const } : told(media)),
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

/** The name of the site that an address leads to. */
export const siteOf = (href: string): string =>
  URL.canParse(href, location.origin) ? new URL(href, location.origin).host.replace(/^www\./, '') : href

/**
 * The set of copies with one of them in another place; the first one is the main one. What was said of the medium stays, and so do
 * its times, unless it is known that they are of a recording of another length.
 */
export function withCopyMoved(form: Form, from: number, to: number): Partial<Form> {
  const set = [form.media!, ...form.copies]
  set.splice(to, 0, ...set.splice(from, 1))
  const [media, ...copies] = set as [Media, ...Media[]]
  if (media === form.media) return { copies }
  const { start, end } = told(media)
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

/** What the headline says where nobody wrote one (B5). */
export const givenTitle = ({ media, what }: Pick<Form, 'media' | 'what'>): string =>
  media === null ? '' : truncate(tidy(what) || media.title, limits.postTitle.max - 1)

export const headlineOf = (form: Form): string => form.title ?? givenTitle(form)

/** The text, or nothing where it only repeats the placeholder (B5). */
export const textOf = ({ text }: Pick<Form, 'text'>): string => (['', postTextPlaceholder].includes(plainText(text)) ? '' : text)

/** "Artist, Artist – Title", with no more artists than a title holds (B9). */
export const displayTitle = ({ what, who, media }: Pick<Form, 'what' | 'who' | 'media'>): string =>
  [who.slice(0, limits.artists).join(', '), what || (media?.title ?? '')].filter(Boolean).join(' – ')

/** By value: what was kept and read again is another object, and the same. */
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Something that closing would lose; a box that was emptied is none. */
export const isWorthKeeping = (form: Form, begun: Form): boolean =>
  !same(form.media, begun.media) ||
  form.kind !== begun.kind ||
  !['', begun.query.trim()].includes(form.query.trim()) ||
  (form.title ?? '') !== (begun.title ?? '') ||
  form.text !== begun.text ||
  form.tags.join() !== begun.tags.join() ||
  !same(form.copies, begun.copies) ||
  form.copyLink.trim() !== '' ||
  form.what !== begun.what ||
  form.who.join() !== begun.who.join() ||
  form.start !== begun.start ||
  form.end !== begun.end ||
  form.attribution !== begun.attribution ||
  form.bead?.id !== begun.bead?.id ||
  Object.values(form.entry).some((value) => value !== '') ||
  form.release ||
  form.rules

/** Where a picture comes from as it is sent (B5); null where that is no address of the web. */
export const attributionOf = ({ attribution }: Pick<Form, 'attribution'>): string | null => sourceAddress(attribution, location.host)

export type Field =
  'media' | 'bead' | 'copyLink' | 'what' | 'who' | 'attribution' | 'start' | 'end' | 'title' | 'text' | 'release' | 'rules' | EntryField
export type Problems = Partial<Record<Field, string>>

function timeProblems({ start, end, media }: Form): Problems {
  const problems: Problems = {}
  const whole = media?.duration
  const read = (text: string, field: 'start' | 'end') => {
    if (text.trim() === '') return null
    const seconds = secondsOf(text)
    if (seconds === null) problems[field] = messages.timeInvalid
    else if (whole !== undefined && seconds >= whole) problems[field] = messages.timeBeyondEnd
    return seconds
  }
  const from = read(start, 'start') ?? 0
  const to = read(end, 'end')
  if (to !== null && to <= from && !problems.end && !problems.start) problems.end = messages.timeOrder
  return problems
}

const isYoung = (age: string | undefined): boolean => /^\d+$/.test(age?.trim() ?? '') && Number(age) < partnerAge.adult
/** Under 18 a parent is asked for (B5). */
export const asksParent = ({ entry }: Pick<Form, 'entry'>): boolean => isYoung(entry.studentAge)

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

/** What is wrong with the step that is shown. */
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
        // What a post said of it before is not asked for again.
        if (form.fresh && tidy(form.what) === '') problems.what = t.wizard.whatRequired
        if (form.fresh && form.who.length === 0) problems.who = t.wizard.whoRequired
        Object.assign(problems, timeProblems(form))
        if (form.copyLink.trim() !== '') problems.copyLink = t.wizard.copyPending
      }
      if (media?.type === 'image' && !uploaded && attributionOf(form) === null) problems.attribution = messages.attributionUrl
      return problems
    case 'write':
      if (headlineOf(form).trim() === '' && givenTitle(form) === '') problems.title = messages.postTitleRequired
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

/** The first of the steps with something wrong in it. */
export const firstWrong = (form: Form, steps: readonly StepName[]): StepName | null =>
  steps.find((step) => Object.keys(problemsOf({ ...form, step })).length > 0) ?? null

type Body = NonNullable<CallInput<'POST /api/v0/posts/:id'>['body']>

function mediaOf(form: Form, picture: string | null): Body['media'] {
  const { media, uploaded, fresh } = form
  if (media === null) return null
  const what = tidy(form.what)
  // What an edit empties is said to be empty: what is left out stays as it is.
  const edits = form.mode === 'edit' && !fresh
  const names = { ...(what !== '' ? { what, title: what } : edits && { what }), who: form.who.slice(0, limits.who.count) }
  if (uploaded && fresh && picture !== null) return { imageBase64: picture, ...names }
  return {
    href: media.href,
    ...names,
    ...(media.type === 'image' && form.attribution !== '' && !uploaded && { attribution: attributionOf(form) ?? form.attribution }),
    ...(isTimed(media) && {
      startTime: secondsOf(form.start) ?? 0,
      endTime: secondsOf(form.end) ?? (edits ? null : undefined),
      media: form.copies.map(({ href }) => ({ href })),
    }),
  }
}

/** What is sent. Of an edited post only what is another; `begun` is what it was. */
export function bodyOf(form: Form, begun: Form, picture: string | null): Body {
  const sameMedia =
    same(form.media, begun.media) &&
    form.what === begun.what &&
    form.who.join('\n') === begun.who.join('\n') &&
    form.attribution === begun.attribution &&
    form.start === begun.start &&
    form.end === begun.end &&
    same(form.copies, begun.copies)
  const text = textOf(form)
  const edits = form.mode === 'edit'
  const title = headlineOf(form).trim()
  return {
    ...(!(edits && title !== '' && form.title === begun.title) && { title: title || givenTitle(form) }),
    ...(!(edits && text === begun.text) && { description: text }),
    ...(!(edits && same(form.tags, begun.tags)) && { tags: [...form.tags] }),
    ...(!(edits && sameMedia) && { media: mediaOf(form, picture) }),
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

/** What belongs to one medium, and is kept together. */
const ofMedium = [
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

/** A form as it is kept; `of` is the medium that the post had then. */
export type Kept = Partial<Form> & { of?: string | null }

/** Only what is another than at the beginning is kept: of the rest a post may have something new when it is edited again. */
export function keptOf(form: Form, begun: Form): Kept {
  const kept: Kept = { mode: form.mode, step: form.step, preview: form.preview, of: begun.media?.href ?? null }
  const other = (Object.keys(form) as (keyof Form)[]).filter((field) => !same(form[field], begun[field]))
  const wanted = new Set([...other, ...(other.includes('media') ? ofMedium : [])])
  return { ...kept, ...Object.fromEntries([...wanted].map((field) => [field, form[field]])) }
}

/** What was kept, over what the form would begin with now. Times and copies of a medium that the post has no more go. */
export function restoredOf({ of, ...kept }: Kept, begun: Form, known: boolean): Form {
  const replaced = of !== undefined && kept.media === undefined && of !== (begun.media?.href ?? null)
  const form = {
    ...begun,
    ...kept,
    ...(replaced && { start: begun.start, end: begun.end, copies: begun.copies, attribution: begun.attribution }),
  }
  return { ...form, ...settle(form, factsOf(form, known)) }
}

/** What was kept, by this version of the wizard or a former one; null where it is none. */
export const asForm =
  (modes: readonly Mode[]) =>
  (value: unknown): Kept | null => {
    if (typeof value !== 'object' || value === null || !('step' in value)) return null
    const kept = value as Kept
    const sound =
      [kept.tags, kept.who, kept.copies, kept.proposed].every((list) => list === undefined || Array.isArray(list)) &&
      ['undefined', 'string'].includes(typeof kept.text)
    return kept.mode !== undefined && modes.includes(kept.mode) && sound
      ? { ...kept, ...(kept.copies && { copies: kept.copies.map((copy) => ({ ...copy, media: copy.media ?? [] })) }) }
      : null
  }
