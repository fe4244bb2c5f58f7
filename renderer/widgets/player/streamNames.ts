/** Names of streams, notes on fallback streams, and links to the sites that host them. */
import { streamKey, type FailureCode, type Playing, type QueueItem, type StreamFailure } from '#player/index.ts'
import { t } from '#texts/index.ts'

type Stream = QueueItem['streams'][number]

/** Compares by stream key: editing an item creates new objects, possibly in another order. */
const isSame = (a: Stream | undefined, b: Stream): boolean => a !== undefined && streamKey(a) === streamKey(b)

/** Failures of streams that the item still has; an edit may have replaced failed ones. */
const failuresOf = ({ streams }: QueueItem, failures: readonly StreamFailure[]) =>
  failures.filter(({ stream }) => streams.some((one) => isSame(one, stream)))

/** Display name: provider, or host of the file. */
export function streamName(stream: Stream, item: QueueItem): string {
  if (stream.type !== 'file' && stream.type !== 'image') return t.player.outputs[stream.type]
  // `source` names the site of the first stream.
  if (item.source && isSame(item.streams[0], stream)) return item.source
  try {
    return new URL(stream.href, location.origin).host
  } catch {
    return t.player.outputs[stream.type]
  }
}

export interface StreamNote {
  text: string
  /** The stream that plays is a fallback. */
  fellBack: boolean
  /** Reason of the fallback, if known. */
  reason?: string
}

/**
 * "SoundCloud", or "From SoundCloud: the YouTube copy is unavailable" with the reason (BZ1). `remembered`: the stream
 * was chosen because it worked before, so no failure has occurred now.
 */
export function streamNote(item: QueueItem, { stream, remembered }: Playing, failures: readonly StreamFailure[]): StreamNote {
  const currentName = streamName(stream, item)
  const [failure] = failuresOf(item, failures)
  if (failure && !isSame(failure.stream, stream)) {
    const failedName = streamName(failure.stream, item)
    const text = failedName === currentName ? t.player.fellBackSame(currentName) : t.player.fellBack(currentName, failedName)
    return { text, fellBack: true, reason: t.player.reasons[failure.code](failedName) }
  }
  const skipped = remembered && item.streams.find((one) => !isSame(one, stream))
  if (!skipped) return { text: currentName, fellBack: false }
  const failedName = streamName(skipped, item)
  return {
    text: failedName === currentName ? t.player.rememberedSame(currentName) : t.player.remembered(currentName, failedName),
    fellBack: true,
  }
}

/** Failures after which the stream may still play on its own site. */
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

export interface SourceLink {
  name: string
  href: string
}

/** External link to a stream. */
const sourceLink = (stream: Stream | undefined, item: QueueItem): SourceLink | null =>
  stream && /^https?:/.test(stream.href) ? { name: streamName(stream, item), href: stream.href } : null

/** Reasons why no stream plays (unique), and a link to one that may play on its own site. */
export function failureSummary(item: QueueItem, failures: readonly StreamFailure[]): { reasons: string[]; link: SourceLink | null } {
  const [first] = item.streams
  // No stream was attempted.
  if (failures.length === 0) return { reasons: first ? [t.player.noPlayer(streamName(first, item))] : [], link: sourceLink(first, item) }
  const ownFailures = failuresOf(item, failures)
  const reasons = ownFailures.map(({ stream, code }) => t.player.reasons[code](streamName(stream, item)))
  const playable = ownFailures.find(({ code }) => playsElsewhere.has(code))
  return { reasons: [...new Set(reasons)], link: playable ? sourceLink(playable.stream, item) : null }
}

/** External link to the current stream. */
export const sourceOf = (item: QueueItem, playing: Playing | null): SourceLink | null =>
  sourceLink(playing?.stream ?? item.streams[0], item)
