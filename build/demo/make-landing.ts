/**
 * Generates the film of the landing page: `npx tsx build/demo/make-landing.ts`. Needs ffmpeg with libx264 and libvpx-vp9.
 * Strands of playlist covers from the demo data drift through the dark and meet. The film loops seamlessly.
 * The output is committed; run this only to change the film.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

const [width, height, rate, seconds] = [1280, 720, 25, 14]
const frames = rate * seconds

const root = join(import.meta.dirname, '../..')
const covers = join(root, 'server/demo/pictures/beads')
const output = join(root, 'renderer/public/landing')
mkdirSync(output, { recursive: true })

interface Strand {
  colour: string
  /** Height of its middle, amplitude, and number of waves across the picture. */
  y: number
  swing: number
  waves: number
  phase: number
  /** Edge of a card in pixels; smaller cards appear farther away. */
  card: number
  dim: number
  /** Cards that pass in one loop of the film. */
  passing: number
  covers: readonly string[]
}

/** From the farthest to the nearest. */
const strands: readonly Strand[] = [
  {
    colour: '#5c7fd6',
    y: 0.2,
    swing: 0.08,
    waves: 0.9,
    phase: 0.4,
    card: 76,
    dim: 0.5,
    passing: 1,
    covers: [
      'rain-on-glass',
      'bridges',
      'slow-sports',
      'tea-again',
      'lost-things',
      'pale-blue',
      'how-to-look',
      'night-markets',
      'first-lines',
    ],
  },
  {
    colour: '#6bbf9c',
    y: 0.78,
    swing: 0.09,
    waves: 0.8,
    phase: 2.2,
    card: 92,
    dim: 0.62,
    passing: 1,
    covers: [
      'coffee-theory',
      'silent-era',
      'bike-line',
      'textile-notes',
      'maths-finally',
      'wrong-speed',
      'robins-sketchbook',
      'tunnel-songs',
    ],
  },
  {
    colour: '#e8b04a',
    y: 0.36,
    swing: 0.12,
    waves: 0.72,
    phase: 4.4,
    card: 124,
    dim: 0.84,
    passing: 1,
    covers: ['four-minutes-of-guitar', 'kitchen-disco', 'five-ingredients', 'opening-shots', 'small-joys', 'free-classics'],
  },
  {
    colour: '#ff8066',
    y: 0.6,
    swing: 0.13,
    waves: 0.66,
    phase: 0.9,
    card: 164,
    dim: 1,
    passing: 1,
    covers: ['shapes-and-sounds', 'desk-concerts', 'bread-people', 'detroit-to-everywhere', 'heard-today'],
  },
]

const turn = 2 * Math.PI

async function coverOf(name: string, size: number): Promise<string> {
  const picture = await sharp(join(covers, `${name}.jpg`))
    .resize(size * 1.5, size * 1.5)
    .jpeg({ quality: 88 })
    .toBuffer()
  return `data:image/jpeg;base64,${picture.toString('base64')}`
}

/** @param t from 0 to 1, once through the film. */
function heightAt({ y, swing, waves, phase }: Strand, x: number, t: number): number {
  const along = (x / width) * waves * turn
  return height * (y + swing * Math.sin(along + phase + Math.sin(t * turn) * 0.35) + 0.02 * Math.sin(t * turn + phase * 2))
}

function thread(strand: Strand, t: number): string {
  const points = Array.from({ length: 41 }, (_, n) => ((n - 2) / 36) * width)
  const path = points.map((x, n) => `${n === 0 ? 'M' : 'L'}${x.toFixed(1)} ${heightAt(strand, x, t).toFixed(2)}`).join('')
  const line = (wide: number, opacity: number) =>
    `<path d="${path}" fill="none" stroke="${strand.colour}" stroke-width="${wide}" stroke-linejoin="round" opacity="${opacity}"/>`
  return line(strand.card * 0.16, 0.1 * strand.dim) + line(Math.max(1.5, strand.card * 0.018), 0.75 * strand.dim)
}

function cards(strand: Strand, index: number, t: number): string {
  const { card, covers: names, passing, dim } = strand
  // Cards enter at one side while others leave at the other, each at a distance of one card outside the picture.
  const step = (width + card * 2) / names.length
  return names
    .map((_, n) => {
      const x = (((n + t * passing * names.length) * step) % (step * names.length)) - card
      const y = heightAt(strand, x, t)
      const slope = (heightAt(strand, x + 4, t) - heightAt(strand, x - 4, t)) / 8
      const angle = (Math.atan(slope) * 180) / Math.PI
      const half = card / 2
      return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${(angle * 0.6).toFixed(2)})">
<rect x="${-half + 3}" y="${-half + 8}" width="${card - 6}" height="${card}" rx="${card * 0.1}" fill="#000" opacity="${0.32 * dim}"/>
<g clip-path="url(#card${index})"><use href="#cover${index}-${n}"/><rect x="${-half}" y="${-half}" width="${card}" height="${card}" fill="#121216" opacity="${(1 - dim) * 0.8}"/></g></g>`
    })
    .join('')
}

const glow = (id: string, colour: string) =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="0.34"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`

async function definitions(): Promise<string> {
  const each = await Promise.all(
    strands.map(async ({ card, covers: names }, index) => {
      const pictures = await Promise.all(names.map((name) => coverOf(name, card)))
      const half = card / 2
      return `<clipPath id="card${index}"><rect x="${-half}" y="${-half}" width="${card}" height="${card}" rx="${card * 0.1}"/></clipPath>${pictures
        .map(
          (picture, n) => `<image id="cover${index}-${n}" x="${-half}" y="${-half}" width="${card}" height="${card}" href="${picture}"/>`,
        )
        .join('')}`
    }),
  )
  return `<defs>${glow('warm', '#ff7a5c')}${glow('cold', '#3f6fd8')}${each.join('')}</defs>`
}

function frame(definitions: string, t: number): Promise<Buffer> {
  const drift = (k: number) => Math.sin(t * turn + k) * 40
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${definitions}
<rect width="100%" height="100%" fill="#131316"/>
<ellipse cx="${980 + drift(0)}" cy="${420 + drift(1)}" rx="620" ry="420" fill="url(#warm)"/>
<ellipse cx="${260 + drift(2)}" cy="${200 + drift(3)}" rx="560" ry="400" fill="url(#cold)"/>
${strands.map((strand, index) => thread(strand, t) + cards(strand, index, t)).join('')}</svg>`
  return sharp(Buffer.from(svg), { unlimited: true }).removeAlpha().raw().toBuffer()
}

const scratch = mkdtempSync(join(tmpdir(), 'strand-landing-'))
const whole = join(scratch, 'whole.mkv')

const ffmpeg = (...args: string[]) =>
  spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], { stdio: ['pipe', 'inherit', 'inherit'] })
async function done(child: ReturnType<typeof ffmpeg>): Promise<void> {
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

const shared = await definitions()
const collect = ffmpeg(
  '-f',
  'rawvideo',
  '-pix_fmt',
  'rgb24',
  '-s',
  `${width}x${height}`,
  '-r',
  String(rate),
  '-i',
  '-',
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-qp',
  '0',
  '-pix_fmt',
  'yuv444p',
  whole,
)
for (let n = 0; n < frames; n++) if (!collect.stdin.write(await frame(shared, n / frames))) await once(collect.stdin, 'drain')
collect.stdin.end()
await done(collect)

const plain = ['-an', '-map_metadata', '-1', '-fflags', '+bitexact', '-pix_fmt', 'yuv420p']
await done(
  ffmpeg(
    '-i',
    whole,
    ...plain,
    '-vf',
    'scale=1120:-2',
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    '0',
    '-crf',
    '44',
    '-row-mt',
    '1',
    '-cpu-used',
    '2',
    join(output, 'landing.webm'),
  ),
)
await done(
  ffmpeg(
    '-i',
    whole,
    ...plain,
    '-vf',
    'scale=960:-2',
    '-c:v',
    'libx264',
    '-preset',
    'slow',
    '-crf',
    '29',
    '-profile:v',
    'main',
    '-flags:v',
    '+bitexact',
    '-movflags',
    '+faststart',
    join(output, 'landing.mp4'),
  ),
)
await sharp(await frame(shared, 0), { raw: { width, height, channels: 3 } })
  .jpeg({ quality: 68, progressive: true, mozjpeg: true })
  .toFile(join(output, 'landing.jpg'))
rmSync(scratch, { recursive: true })
for (const name of ['landing.webm', 'landing.mp4', 'landing.jpg'])
  console.log(name, Math.round(statSync(join(output, name)).size / 1024), 'KB')
