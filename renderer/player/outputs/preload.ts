/**
 * Fetches code before a person presses play. Safari lets a medium play only while it handles the gesture, so nothing may be
 * fetched between the press and the output. Only our own code: no provider learns of it.
 */
import type { Stream } from '#contract/index.ts'
import type { OutputEntry } from '../ports.ts'
import type { Track } from '../state.ts'
import { plan } from '../streams.ts'
import { outputs } from './registry.ts'

/** A failure is ignored: the code is fetched again when needed, and fails there. */
const preload = (entry: OutputEntry, stream?: Stream): void => void entry.preload?.(stream).catch(() => undefined)

/** Every output; together they are as large as a picture. */
export const preloadOutputs = (): void => outputs.forEach((entry) => preload(entry))

/** The output that is tried first, with what this stream needs, such as hls.js, which is large. */
export function preloadTrack({ streams }: Pick<Track, 'streams'>): void {
  const [attempt] = plan(streams, outputs)
  if (attempt !== undefined) preload(attempt.entry, attempt.stream)
}
