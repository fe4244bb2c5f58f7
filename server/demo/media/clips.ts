import catalogue from '../clips/catalogue.json' with { type: 'json' }
import type { DemoMedium } from '../tables.ts'

/** One of the demo clips, as listed in the catalogue next to the files. */
function clip(file: string): DemoMedium {
  const entry = catalogue.find((one) => one.file === file)
  if (!entry) throw new Error(`No clip ${file} in the catalogue`)
  return {
    href: `/clips/${file}`,
    title: entry.title,
    artist: entry.artist,
    picture: entry.image,
    ...(entry.duration === undefined ? {} : { duration: entry.duration }),
  }
}

export const mandelbrotDive = clip('mandelbrot-dive.mp4')
export const duskOverNothing = clip('dusk-over-nothing.mp4')
export const gardenOfCells = clip('garden-of-cells.mp4')
export const rule110 = clip('rule-110.mp4')
export const lastLight = clip('last-light.mp4')
export const twoStones = clip('two-stones.webm')
export const hearingColours = clip('hearing-colours.webm')
export const tides = clip('tides.m3u8')
export const nightBusHome = clip('night-bus-home.mp3')
export const marimbaForMonday = clip('marimba-for-monday.mp3')
// A second format, since Safari before 18.4 cannot play Ogg.
export const glassAndRain: DemoMedium = { ...clip('glass-and-rain.ogg'), others: ['/clips/glass-and-rain.m4a'] }
export const waltzForAKettle: DemoMedium = { ...clip('waltz-for-a-kettle.ogg'), others: ['/clips/waltz-for-a-kettle.m4a'] }
export const paperHills: DemoMedium = { ...clip('paper-hills.jpg'), attribution: 'https://en.wikipedia.org/wiki/Papercutting' }
export const nightSwim: DemoMedium = { ...clip('night-swim.png'), attribution: 'https://en.wikipedia.org/wiki/Vector_graphics' }

/** A dead link: its address answers 404. */
export const gone: DemoMedium = { href: '/clips/gone.mp4', title: 'Forty seconds of an empty swing', artist: 'Strand', picture: 'rain' }

/** The first stream is dead, so that the player falls back to the second. */
export const rule110Repaired: DemoMedium = { ...rule110, href: '/clips/rule-110-hd.mp4', others: ['/clips/rule-110.mp4'] }
