/**
 * Fetches the code of outputs before a person presses play. Safari lets a medium play only while it handles the
 * gesture, so nothing may be fetched between the press and `output.load`. Only code of this site, so that no provider
 * gets a request.
 */
import type { OutputEntry } from '../ports.ts'
import type { Stream, Track } from '../state.ts'
import { plan } from '../streams.ts'
import { outputs } from './registry.ts'

/** A failure is ignored: the code is fetched again when needed, and fails there. */
const preload = (entry: OutputEntry, stream?: Stream): void => void entry.preload?.(stream).catch(() => undefined)

/** Preloads all outputs; together they are as large as a picture. */
export const preloadOutputs = (): void => outputs.forEach((entry) => preload(entry))

/** Preloads the output that is tried first for a track, and what its stream needs, such as hls.js, which is large. */
export function preloadTrack({ streams }: Pick<Track, 'streams'>, entries: readonly OutputEntry[] = outputs): void {
  const [attempt] = plan(streams, entries)
  if (attempt !== undefined) preload(attempt.entry, attempt.stream)
}
