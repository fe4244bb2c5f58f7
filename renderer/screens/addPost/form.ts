/** The form of the wizard and its derived values. Pure. */
import { limits } from '#contract/limits.ts'
import { cut, postTextPlaceholder, sourceAddress, tidy } from '#contract/rules.ts'
import type { Media, Post } from '#contract/schemas.ts'
import type { SharedContent } from '#data/intents.ts'
import { plainText } from '#data/plainText.ts'
import { duration, truncate } from '#ui/format.ts'
import type { Mode, Position } from './machine.ts'
import { withTags } from './tagging.ts'

/** The kinds of media that the member chooses from (B2). `video` includes audio; `nomedia` is a text-only post. */
export const kinds = ['video', 'image', 'webpage', 'nomedia'] as const
export type Kind = (typeof kinds)[number]

/** The playlist that the post goes to. */
export interface TargetBead {
  id: string
  title: string
  image?: string | null
}

/** The fields of a challenge entry (E1): those of the student, then those of the teacher. */
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

/** All input of the wizard, and the step that is shown (`Position`). */
export interface Form extends Position {
  mode: Mode
  kind: Kind
  /** Text of the field for search terms and links. */
  query: string
  bead: TargetBead | null
  media: Media | null
  /** Whether the medium was chosen in this wizard, as opposed to the edited post's medium. */
  fresh: boolean
  /** Whether the site of the medium did not respond, so that its details come from the address alone. */
  byAddress: boolean
  /** Whether the medium is an uploaded picture. Its data is not in the form: see `picture` in `useWizard`. */
  uploaded: boolean
  /** The title of the medium. */
  what: string
  /** The artists. */
  who: readonly string[]
  /** Suggested titles from detection. */
  names: readonly string[]
  /** The address of a picture's source. */
  attribution: string
  /** Start and end of the playback, as entered: see `secondsOf`. */
  start: string
  end: string
  /** Fallback copies in playing order (BZ1). */
  copies: readonly Media[]
  /** The address in the copy field that is not added yet. */
  copyLink: string
  /** The headline. Null until it is edited; then `defaultTitle` is used. */
  title: string | null
  text: string
  tags: readonly string[]
  /** The tags that were proposed with the medium and are removed with it. */
  proposed: readonly string[]
  /** Whether to share the post to the network. */
  facebook: boolean
  twitter: boolean
  /** Whether the member confirmed posting a duplicate. */
  repeat: boolean
  /** Whether the edited post is a challenge entry. */
  entered: boolean
  entry: Partial<Record<EntryField, string>>
  /** The two confirmations of a challenge entry: release of the video, and the rules. */
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

const markupOf = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\n/g, '<br>')

/** The fields that are filled in by another page or app (D12). Without a link, the post is text only. */
export const sharedFields = ({ title, text }: SharedContent, link: string | null): Pick<Form, 'title' | 'text' | 'kind'> => ({
  title: title === '' ? null : title,
  text: markupOf(text),
  kind: link === null ? 'nomedia' : 'video',
})

/** Whether the post is a challenge entry, new or edited. The medium must be a video then (E1). */
export const isEntry = ({ mode, entered }: Pick<Form, 'mode' | 'entered'>): boolean => mode === 'challenge' || entered

/** Whether the medium has a duration, so that start, end and copies apply. */
export const isTimed = (media: Pick<Media, 'type'> | null): boolean => media?.type === 'video' || media?.type === 'audio'

export const kindOf = (media: Media | null): Kind => (media === null ? 'nomedia' : media.type === 'audio' ? 'video' : media.type)

/** Seconds as m:ss or h:mm:ss (B5), with up to three decimals, since the API accepts fractions. */
export const timeText = (seconds: number): string => {
  const thousandths = Math.round(seconds * 1000)
  return `${duration(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`.replace(/\.?0*$/, '')
}
const optionalTimeText = (seconds: number | undefined): string => (seconds === undefined ? '' : timeText(seconds))

/** The form fields that a medium fills in. */
export const mediumFields = (media: Media): Pick<Form, 'media' | 'kind' | 'what' | 'who' | 'attribution' | 'start' | 'end'> => ({
  media,
  kind: kindOf(media),
  what: cut(media.what ?? media.title, limits.who.length),
  who: media.who ?? (media.artist === undefined ? [] : [media.artist]),
  attribution: media.attribution ?? '',
  // Without a start time, playback starts at 0:00 (B5).
  start: isTimed(media) ? timeText(media.startTime ?? 0) : '',
  end: optionalTimeText(media.endTime),
})

/** The tags that the member entered, as opposed to those that came with the medium. */
const ownTags = ({ tags, proposed }: Pick<Form, 'tags' | 'proposed'>): string[] => tags.filter((tag) => !proposed.includes(tag))

/** Replaces the tags proposed with the previous medium by `more`; tags that the member entered stay. */
export function withProposedTags(form: Pick<Form, 'tags' | 'proposed'>, more: readonly string[]): Pick<Form, 'tags' | 'proposed'> {
  const own = ownTags(form)
  const tags = withTags(own, more)
  return { tags, proposed: tags.filter((tag) => !own.includes(tag)) }
}

/** The changes that remove the medium with all its fields and proposed tags. */
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

/**
 * The initial form for editing a post. In a repost that was not edited yet, headline and text are still those of
 * another member (`borrowedText`): both fields start empty.
 */
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

/** The host name of an address, without "www."; relative addresses are those of this site. */
export const siteOf = (href: string): string =>
  URL.canParse(href, location.origin) ? new URL(href, location.origin).host.replace(/^www\./, '') : href

/**
 * The changes that move a medium within the list of the main medium (index 0) and its copies. Title and artists stay.
 * The times stay too, unless another medium becomes the main one and its duration differs by more than 2 seconds.
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

/** The headline if the member enters none (B5). One character less than the maximum leaves room for the ellipsis. */
export const defaultTitle = ({ media, what }: Pick<Form, 'media' | 'what'>): string =>
  media === null ? '' : truncate(tidy(what) || media.title, limits.postTitle.max - 1)

export const headlineOf = (form: Form): string => form.title ?? defaultTitle(form)

/** The text as HTML; empty if it contains nothing, or only the placeholder of the field (B5). */
export const textOf = ({ text }: Pick<Form, 'text'>): string => (['', postTextPlaceholder].includes(plainText(text)) ? '' : text)

/** The medium as "Artist, Artist – Title", with at most `limits.artists` artists (B9). */
export const displayTitle = ({ what, who, media }: Pick<Form, 'what' | 'who' | 'media'>): string =>
  [who.slice(0, limits.artists).join(', '), what || (media?.title ?? '')].filter(Boolean).join(' – ')

/** The attribution as a complete address, as it is sent (B5); null if it is not a web address. */
export const attributionOf = ({ attribution }: Pick<Form, 'attribution'>): string | null => sourceAddress(attribution, location.host)

/** Deep equality. Identity is not enough: the values of a restored draft are new objects. */
export const isEqual = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)
