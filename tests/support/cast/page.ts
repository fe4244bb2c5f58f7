/** What tests of a casting page share: its clock and address, files to cast, and the time of its device. */
import { afterEach, beforeEach, vi } from 'vitest'
import type { Track } from '#player/index.ts'
import { advanceTime, track } from '../../player/harness.ts'
import type { CastDevice } from './browser.ts'

/** Each test of the file runs with a fake clock, on a page with an address. */
export function useFakePage(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('location', new URL('https://strand.example/'))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

/** A file that Cast devices play, and the fake output too. Another `prefix` gives another file. */
export const fileTrack = (n: number, more: Partial<Track> = {}, prefix = ''): Track =>
  track('', {
    postId: `${prefix || 'p'}${n}`,
    streams: [{ type: 'file', uri: `ok${n}.mp4`, href: `https://example.org/${prefix}${n}` }],
    ...more,
  })

export const fileTracks = (count: number, more: Partial<Track> = {}, prefix = ''): Track[] =>
  Array.from({ length: count }, (_, n) => fileTrack(n, more, prefix))

/** The device does what is due each 100 ms. */
export async function passTime(device: CastDevice, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    await advanceTime(100)
    device.model.tick()
  }
  await advanceTime(20)
}
