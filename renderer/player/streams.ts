/** Which stream is played by which output, in the order in which they are tried (L5). */
import type { Stream } from '#contract/index.ts'
import type { OutputEntry } from './ports.ts'

export interface Attempt {
  entry: OutputEntry
  stream: Stream
}

/** Identifies a stream across visits, independent of its index. */
export const streamKey = ({ type, uri }: Pick<Stream, 'type' | 'uri'>): string => `${type}:${uri}`

/**
 * The streams of the preferred player in listed order, then those of every other player in registry order; unplayable ones
 * are dropped. The preferred player is that of the stream that `worked` before, which then comes first of all, else that of
 * the first playable stream. A stream marked as a dead link (404) comes last and is not dropped: the mark may be outdated,
 * and trying it costs nothing when nothing else plays.
 */
export function plan(streams: readonly Stream[], outputs: readonly OutputEntry[], worked?: string): Attempt[] {
  const attempts = streams.flatMap((stream) => {
    const entry = outputs.find((output) => output.canPlay(stream))
    return entry === undefined ? [] : [{ entry, stream }]
  })
  const dead = ({ stream }: Attempt) => stream.status === 404
  const known = attempts.find(({ stream }) => streamKey(stream) === worked)
  const first = (known ?? attempts.find((attempt) => !dead(attempt)) ?? attempts[0])?.entry.id
  const rank = (attempt: Attempt) => {
    if (attempt === known) return -1
    return (dead(attempt) ? outputs.length + 1 : 0) + (attempt.entry.id === first ? 0 : outputs.indexOf(attempt.entry) + 1)
  }
  return attempts.sort((a, b) => rank(a) - rank(b))
}
