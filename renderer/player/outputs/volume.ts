/**
 * After setting the volume, reports of the provider within this time (ms) are ignored: they may echo it or an older
 * one.
 */
const echoMs = 1000
/** Difference of two volumes that counts as equal: providers round, mostly to percent. */
const tolerance = 0.015

export interface Loudness {
  /** 0 to 1; while muted, the one from before. */
  volume: number
  muted: boolean
}

/**
 * Detects changes of the volume in the provider's own controls, as opposed to echoes of a volume that the player set.
 */
export function createVolumeWatch() {
  let known: Loudness = { volume: 1, muted: false }
  let settledAt = 0
  /** Some providers mute by a volume of 0, and report a muted volume as 0. */
  const normal = (volume: number, muted: boolean): Loudness => ({
    volume: volume > 0 ? volume : known.volume,
    muted: muted || volume === 0,
  })
  return {
    /** Call it when the player sets the volume, or a medium has started with it. */
    set(volume: number, muted: boolean): void {
      known = normal(volume, muted)
      settledAt = performance.now() + echoMs
    },
    /** Takes a report of the provider. Returns it if it is a change in the provider's controls, else null. */
    report(volume: number, muted: boolean): Loudness | null {
      const before = known
      known = normal(volume, muted)
      if (performance.now() < settledAt) return null
      const same = known.muted === before.muted && (known.muted || Math.abs(known.volume - before.volume) < tolerance)
      return same ? null : known
    },
  }
}

let settable: Promise<boolean> | undefined

/** Whether a page can set the volume at all: on iOS only the device's buttons can. Tested once. */
export const canSetVolume = (): Promise<boolean> => (settable ??= testVolume(document.createElement('audio')))

/** Sets a volume and reads it in the next task: iOS returns the new value before, and the old one from then on. */
export async function testVolume(probe: Pick<HTMLMediaElement, 'volume'>): Promise<boolean> {
  probe.volume = 0.5
  await new Promise((resolve) => setTimeout(resolve))
  return probe.volume === 0.5
}
