/** A small schema validator for data from outside, such as storage and other devices: pages do not load zod. */
import type { Queue, QueueItem, SavedSession, Stream, Track } from './state.ts'

export type Check = (value: unknown) => boolean

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isText = (value: unknown): value is string => typeof value === 'string'
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
export const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0
/** Seconds or milliseconds: a finite number that is not negative. */
export const isTime = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0
export const isUndefined = (value: unknown): value is undefined => value === undefined
export const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
export const nullable =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
export const shape =
  (fields: Record<string, Check>): Check =>
  (value) =>
    isRecord(value) && Object.entries(fields).every(([name, check]) => check(value[name]))

/** Maximum characters of a slide's text, ours: it fills the screen of a television. */
export const maxSlideText = 400

const isAnyStream = shape({ type: isText, uri: isText, href: isText })
/** The text of a slide is that of its post, shortened: a longer one is not ours. */
export const isStream: Check = (value) =>
  isAnyStream(value) && ((value as Stream).type !== 'text' || [...(value as Stream).uri].length <= maxSlideText + 1)

/**
 * A path of this site without its leading slash, or a web address. Rejects `javascript:…`, and `/evil.example`, which would become the
 * address `//evil.example` of another site.
 */
const isHref = (value: unknown): boolean => isText(value) && !/^[/\\]/.test(value) && (/^https?:/i.test(value) || !/^[^/?#]*:/.test(value))

export const isBead = shape({ id: isHref, title: isText, image: optional(isText) })

const trackFields = {
  postId: isText,
  title: isText,
  href: isHref,
  creator: isText,
  type: isText,
  bead: isBead,
  streams: listOf(isStream),
  image: optional(isText),
  source: optional(isText),
  external: optional((value) => value === true),
  duration: optional(isTime),
  startTime: optional(isTime),
  endTime: optional(isTime),
}
/** Only texts have streams of that type, and no others. */
const isOfOneKind: Check = (value) => {
  const { type, streams } = value as Track
  return streams.every((stream) => (stream.type === 'text') === (type === 'text'))
}
const isTrackShape = shape(trackFields)
export const isTrack: Check = (value) => isTrackShape(value) && isOfOneKind(value)
const isItemShape = shape({ ...trackFields, id: isText, page: optional(isCount) })
export const isItem: Check = (value) => isItemShape(value) && isOfOneKind(value)

/** The parameters of each list of posts that a queue can be loaded from, by its `of`. */
const lists: Record<string, Check> = {
  posts: shape({ query: isRecord }),
  feed: isRecord,
  activity: shape({ uid: isText }),
  search: shape({ query: shape({ q: isText }) }),
}
const isList = (value: unknown): boolean =>
  isRecord(value) && isText(value['of']) && Object.hasOwn(lists, value['of']) && lists[value['of']]!(value)

export const isSource = shape({ list: isList, title: isText, href: (value) => isText(value) && /^\/(?![/\\])/.test(value) })

const windowFields = { source: nullable(isSource), next: nullable(isCount), previous: nullable(isCount) }

const savedQueueFields = {
  ...windowFields,
  items: listOf(isItem),
  index: isCount,
  natural: nullable(listOf(isText)),
  removed: listOf(isText),
}

/** Whether item ids are unique, the index exists, and the unshuffled order contains all items. */
function isConsistent({ items, index, natural }: Pick<Queue, 'items' | 'index' | 'natural'>): boolean {
  const ids = new Set(items.map(({ id }: QueueItem) => id))
  if (ids.size !== items.length || (items.length === 0 ? index !== -1 : index < 0 || index >= items.length)) return false
  if (natural === null) return true
  const unshuffled = new Set(natural)
  return unshuffled.size === natural.length && items.every(({ id }) => unshuffled.has(id))
}

/** A `SavedSession`, which is not empty. It contains no removed items, so `natural` has exactly the ids of the items. */
export function isSession(value: unknown): boolean {
  if (!shape({ queue: shape(savedQueueFields), repeat: isFlag, position: isTime, duration: isTime })(value)) return false
  const { queue } = value as SavedSession
  return isConsistent({ ...queue }) && (queue.natural === null || queue.natural.length === queue.items.length)
}

const isEdit = shape({
  id: isCount,
  kind: oneOf('playNext', 'added', 'removed', 'moved', 'cleared'),
  count: isCount,
  added: listOf(isText),
  taken: listOf(isItem),
  moved: nullable(shape({ id: isText, after: nullable(isText), page: nullable(isCount), shuffled: isFlag })),
  window: nullable(shape(windowFields)),
})

/** A `Queue`, which may be empty. */
export const isQueue: Check = (value) =>
  shape({
    ...savedQueueFields,
    index: (at) => at === -1 || isCount(at),
    issued: isCount,
    order: listOf(isText),
    edits: listOf(isEdit),
  })(value) && isConsistent(value as Queue)
