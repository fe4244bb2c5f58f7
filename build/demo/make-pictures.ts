/**
 * Generates the pictures of the demo data: `npx tsx build/demo/make-pictures.ts [posts] [people] [beads] [promos] [clips]`.
 * Needs Chromium (its path in CHROMIUM, /usr/bin/chromium by default). The output is committed; run this
 * only to change a picture.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { members } from '../../server/demo/members.ts'
import { playlists } from '../../server/demo/playlists/index.ts'
import { variations } from '../../server/demo/tables.ts'
import { chance, palettes, paletteNames, picture, type PaletteName } from './pictures/canvas.ts'
import { motifNames, motifs, type MotifName } from './pictures/motifs.ts'
import { portrait } from './pictures/portraits.ts'
import { withRasteriser, type Shoot } from './pictures/raster.ts'

const root = join(import.meta.dirname, '../..')
const pictures = join(root, 'server/demo/pictures')
const folder = (name: string) => {
  const path = join(pictures, name)
  mkdirSync(path, { recursive: true })
  return path
}

/** Motifs that need dark or glossy colours look poor in some palettes. */
const suited: Partial<Record<MotifName, readonly PaletteName[]>> = {
  cup: ['brick', 'tomato', 'sage', 'mint', 'citrus', 'clay', 'fjord', 'ember'],
  fruit: ['citrus', 'tomato', 'berry', 'orchard', 'brick', 'mint', 'ember'],
  shelf: ['clay', 'fjord', 'brick', 'tomato', 'sage', 'plum', 'paper'],
  cinema: ['berry', 'brick', 'ember', 'ink', 'dusk', 'plum'],
  strings: ['clay', 'citrus', 'brick', 'tomato', 'sage'],
  sea: ['ember', 'dusk', 'lagoon', 'sage', 'citrus', 'plum', 'berry'],
  city: ['ember', 'neon', 'fjord', 'plum', 'dusk', 'tomato', 'paper'],
  rain: ['fjord', 'lagoon', 'dusk', 'plum', 'tomato'],
  court: ['lagoon', 'tomato', 'dusk', 'mint', 'berry', 'sage', 'clay'],
}

async function posts(shoot: Shoot): Promise<void> {
  for (const [i, motif] of motifNames.entries())
    for (let k = 1; k <= variations; k++) {
      const choice = suited[motif] ?? paletteNames
      const palette = palettes[choice[(i * 3 + k * (choice.length > 10 ? 5 : 1)) % choice.length]!]
      await shoot(
        picture(motifs[motif](chance(`${motif}-${k}`), palette, 480, 270), 480, 270),
        480,
        270,
        join(folder('posts'), `${motif}-${k}.jpg`),
        74,
      )
    }
}

async function people(shoot: Shoot): Promise<void> {
  for (const { uid } of members)
    await shoot(picture(portrait(uid), 200, 200, { grain: 0.06 }), 200, 200, join(folder('people'), `${uid}.jpg`), 80)
}

async function beads(shoot: Shoot): Promise<void> {
  for (const { slug, cover } of playlists) {
    const [motif, palette] = cover.split('/') as [MotifName, PaletteName]
    if (!motifs[motif] || !palettes[palette]) throw new Error(`${slug}: no cover ${cover}`)
    await shoot(
      picture(motifs[motif](chance(slug), palettes[palette], 400, 400), 400, 400),
      400,
      400,
      join(folder('beads'), `${slug}.jpg`),
      75,
    )
  }
}

/** Tall pictures for the column beside long lists. */
async function promos(shoot: Shoot): Promise<void> {
  for (const { slug, cover, extras } of playlists) {
    if (extras?.partnerMetaData?.skyscraper === undefined) continue
    const [motif, palette] = cover.split('/') as [MotifName, PaletteName]
    await shoot(
      picture(motifs[motif](chance(`promo ${slug}`), palettes[palette], 160, 600), 160, 600),
      160,
      600,
      join(folder('promos'), `${slug}.jpg`),
      78,
    )
  }
}

/** The two image clips at full size, and the covers of the clips without a picture. */
async function clips(shoot: Shoot): Promise<void> {
  const drawn: [name: string, motif: MotifName, palette: PaletteName, full?: 'jpg' | 'png'][] = [
    ['paper-hills', 'hills', 'citrus', 'jpg'],
    ['night-swim', 'sea', 'dusk', 'png'],
    ['night-bus-home', 'city', 'ember'],
    ['marimba-for-monday', 'bars', 'tomato'],
    ['glass-and-rain', 'rain', 'fjord'],
    ['waltz-for-a-kettle', 'cup', 'sage'],
  ]
  for (const [name, motif, palette, full] of drawn) {
    const svg = motifs[motif](chance(name), palettes[palette], 480, 270)
    await shoot(picture(svg, 480, 270), 480, 270, join(folder('clips'), `${name}.jpg`))
    if (!full) continue
    const large = picture(svg, 480, 270, { grain: full === 'png' ? 0 : 0.08 }).replace(
      'width="480" height="270"',
      'width="1280" height="720"',
    )
    await shoot(large, 1280, 720, join(root, 'server/demo/clips', `${name}.${full}`), 82)
  }
}

const all = { posts, people, beads, promos, clips }
const requested = process.argv.slice(2) as (keyof typeof all)[]
await withRasteriser(async (shoot) => {
  for (const kind of requested.length > 0 ? requested : (Object.keys(all) as (keyof typeof all)[])) await all[kind](shoot)
})
