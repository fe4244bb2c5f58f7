import { streamKey, type FailureCode, type Playing, type QueueItem, type StreamFailure } from '#player/index.ts'
import { t } from '#texts/index.ts'

type Stream = QueueItem['streams'][number]

/** By identity of the medium: an edited item has other objects, perhaps in another order. */
const isSame = (one: Stream | undefined, other: Stream): boolean => one !== undefined && streamKey(one) === streamKey(other)

/** The failures of the streams that the item still has: an edit may have replaced the ones that failed. */
const failuresOf = ({ streams }: QueueItem, failures: readonly StreamFailure[]) =>
  failures.filter(({ stream }) => streams.some((one) => isSame(one, stream)))

/** What a stream is called: its provider, or the site that holds the file. */
export function streamName(stream: Stream, item: QueueItem): string {
  if (stream.type !== 'file' && stream.type !== 'image') return t.player.outputs[stream.type]
  if (item.source && isSame(item.streams[0], stream)) return item.source
  try {
    return new URL(stream.href, location.origin).host
  } catch {
    return t.player.outputs[stream.type]
  }
}

export interface StreamNote {
  text: string
  fellBack: boolean
  /** Why it is another copy than the first, where that is known. */
  reason?: string
}

/** "SoundCloud", or "From SoundCloud: the YouTube copy is unavailable" and why (BZ1). */
export function streamNote(item: QueueItem, { stream, remembered }: Playing, failures: readonly StreamFailure[]): StreamNote {
  const now = streamName(stream, item)
  const [failure] = failuresOf(item, failures)
  if (failure && !isSame(failure.stream, stream)) {
    const before = streamName(failure.stream, item)
    const text = before === now ? t.player.fellBackSame(now) : t.player.fellBack(now, before)
    return { text, fellBack: true, reason: t.player.reasons[failure.code](before) }
  }
  const passed = remembered && item.streams.find((one) => !isSame(one, stream))
  if (!passed) return { text: now, fellBack: false }
  const before = streamName(passed, item)
  return { text: before === now ? t.player.rememberedSame(now) : t.player.remembered(now, before), fellBack: true }
}

/** Where it is broken for Strand alone: the person may still watch or hear it at its own site. */
const playsElsewhere: ReadonlySet<FailureCode> = new Set([
  'private',
  'embedding-forbidden',
  'undecodable',
  'unsupported',
  'unknown',
  'blocked',
  'unavailable',
  'timeout',
  'crashed',
  'no-referrer',
  'misconfigured',
])

export interface Elsewhere {
  name: string
  href: string
}

/** Where a person finds a stream, as a link outside of Strand. */
const elsewhere = (stream: Stream | undefined, item: QueueItem): Elsewhere | null =>
  stream && /^https?:/.test(stream.href) ? { name: streamName(stream, item), href: stream.href } : null

/** Why nothing of the item plays, each copy once, and where it still might. */
export function deathOf(item: QueueItem, failures: readonly StreamFailure[]): { reasons: string[]; open: Elsewhere | null } {
  const [first] = item.streams
  // None of its streams was even tried.
  if (failures.length === 0) return { reasons: first ? [t.player.noPlayer(streamName(first, item))] : [], open: elsewhere(first, item) }
  const own = failuresOf(item, failures)
  const reasons = own.map(({ stream, code }) => t.player.reasons[code](streamName(stream, item)))
  const living = own.find(({ code }) => playsElsewhere.has(code))
  return { reasons: [...new Set(reasons)], open: living ? elsewhere(living.stream, item) : null }
}

/** Where what plays comes from. */
export const sourceOf = (item: QueueItem, playing: Playing | null): Elsewhere | null => elsewhere(playing?.stream ?? item.streams[0], item)
