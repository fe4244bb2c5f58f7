/**
 * Fetches code before a person presses play. Safari lets a medium play only while it serves the gesture, so nothing that is
 * still to be fetched may stand between the press and the output. No provider learns of it: only our own code is fetched.
 */
import type { Stream } from '../../../server/contract/index.ts'
import type { OutputEntry } from '../ports.ts'
import type { Track } from '../state.ts'
import { plan } from '../streams.ts'
import { outputs } from './registry.ts'

/** What could not be fetched is fetched again when it is needed, and fails there. */
const preload = (entry: OutputEntry, stream?: Stream): void => void entry.preload?.(stream).catch(() => undefined)

/** Every output; all of them together are as large as a picture. */
export const preloadOutputs = (): void => outputs.forEach((entry) => preload(entry))

/** What would play this at first, with what it needs for this stream alone, such as the player of HLS, which is large. */
export function preloadTrack({ streams }: Pick<Track, 'streams'>): void {
  const [attempt] = plan(streams, outputs)
  if (attempt !== undefined) preload(attempt.entry, attempt.stream)
}
