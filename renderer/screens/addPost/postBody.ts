/** The request body that creates or edits a post, made from the wizard's form. Pure. */
import type { CallInput } from '#contract/endpoints.ts'
import { limits } from '#contract/limits.ts'
import { secondsOf, tidy } from '#contract/rules.ts'
import { attributionOf, defaultTitle, headlineOf, isEqual, isTimed, textOf, type EntryField, type Form } from './form.ts'

type Body = NonNullable<CallInput<'POST /api/v0/posts/:id'>['body']>

function mediaOf(form: Form, picture: string | null): Body['media'] {
  const { media, uploaded, fresh } = form
  if (media === null) return null
  const what = tidy(form.what)
  // Fields that are omitted stay unchanged in an edit, so cleared ones are sent empty. For a new medium, the server
  // fills them in.
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

/** The request body; for an edit, only what differs from `initial`. `picture` is the data of an uploaded file. */
export function bodyOf(form: Form, initial: Form, picture: string | null): Body {
  const sameMedia =
    isEqual(form.media, initial.media) &&
    form.what === initial.what &&
    form.who.join('\n') === initial.who.join('\n') &&
    form.attribution === initial.attribution &&
    form.start === initial.start &&
    form.end === initial.end &&
    isEqual(form.copies, initial.copies)
  const text = textOf(form)
  const isEdit = form.mode === 'edit'
  const title = headlineOf(form).trim()
  return {
    ...(!(isEdit && title !== '' && form.title === initial.title) && { title: title || defaultTitle(form) }),
    ...(!(isEdit && text === initial.text) && { description: text }),
    ...(!(isEdit && isEqual(form.tags, initial.tags)) && { tags: [...form.tags] }),
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
