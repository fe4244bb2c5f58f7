/** For which a provider's report may still echo what it was set to. */
const echoMs = 1000
/** Providers round, mostly to percent. */
const tolerance = 0.015

export interface Loudness {
  /** 0 to 1; while muted, the one from before. */
  volume: number
  muted: boolean
}

/** Distinguishes a change in the provider's own controls from an echo of ours, and from a provider without volume. */
export function createVolumeWatch() {
  let known: Loudness = { volume: 1, muted: false }
  let settledAt = 0
  /** Some mute by a volume of 0, and report a muted volume as 0. */
  const normal = (volume: number, muted: boolean): Loudness => ({
    volume: volume > 0 ? volume : known.volume,
    muted: muted || volume === 0,
  })
  return {
    /** We set it, or it has just started with it. */
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

/** Whether a page can set the volume at all: on iOS only the device's own buttons do. Tested once. */
export const canSetVolume = (): Promise<boolean> => (settable ??= testVolume(document.createElement('audio')))

/** iOS reports the new volume until the next task, and then the old one again. */
export async function testVolume(probe: Pick<HTMLMediaElement, 'volume'>): Promise<boolean> {
  probe.volume = 0.5
  await new Promise((resolve) => setTimeout(resolve))
  return probe.volume === 0.5
}
