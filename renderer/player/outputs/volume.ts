/** Milliseconds for which what a provider reports may still be the echo of what it was set to. */
const settling = 1000
/** Providers round: most count in percent. */
const tolerance = 0.015

export interface Loudness {
  /** 0 to 1; while muted, what it was before. */
  volume: number
  muted: boolean
}

/** Tells a person's change in a provider's own controls from the echo of one of ours, and from a provider that has no volume. */
export function createVolumeWatch() {
  let known: Loudness = { volume: 1, muted: false }
  let settledAt = 0
  /** Some mute by a volume of 0, and report a muted volume as 0. */
  const normal = (volume: number, muted: boolean): Loudness =>
    ({ volume: volume > 0 ? volume : known.volume, muted: muted || volume === 0 })
  return {
    /** It was set by us, or has just begun with that. */
    set(volume: number, muted: boolean): void {
      known = normal(volume, muted)
      settledAt = performance.now() + settling
    },
    /** Takes what the provider reports, whenever it does; returns it where a person changed it there, else null. */
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
