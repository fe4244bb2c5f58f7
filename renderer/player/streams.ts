/** The order in which the streams of an item are tried, and by which outputs (L5). */
import type { OutputEntry } from './ports.ts'
import type { Stream } from './state.ts'

export interface Attempt {
  entry: OutputEntry
  stream: Stream
}

/** Identifies a stream across visits, independently of its index. */
export const streamKey = ({ type, uri }: Pick<Stream, 'type' | 'uri'>): string => `${type}:${uri}`

/**
 * Plans the attempts: the streams of the preferred output in listed order, then those of the other outputs in registry
 * order. Streams that no output can play are left out. If the stream with the key `workedKey` is among them, it comes first and
 * its output is preferred; otherwise the output of the first stream that is not known to be dead is. Streams with
 * status 404 (dead link) come last, but are tried, because the status may be outdated.
 */
export function plan(streams: readonly Stream[], outputs: readonly OutputEntry[], workedKey?: string): Attempt[] {
  const attempts = streams.flatMap((stream) => {
    const entry = outputs.find((output) => output.canPlay(stream))
    return entry === undefined ? [] : [{ entry, stream }]
  })
  const isDead = ({ stream }: Attempt) => stream.status === 404
  const workedBefore = attempts.find(({ stream }) => streamKey(stream) === workedKey)
  const preferredOutput = (workedBefore ?? attempts.find((attempt) => !isDead(attempt)) ?? attempts[0])?.entry.id
  const rank = (attempt: Attempt) => {
    if (attempt === workedBefore) return -1
    return (isDead(attempt) ? outputs.length + 1 : 0) + (attempt.entry.id === preferredOutput ? 0 : outputs.indexOf(attempt.entry) + 1)
  }
  return attempts.sort((a, b) => rank(a) - rank(b))
}
