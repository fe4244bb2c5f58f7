/** `node build/icons.mjs`: draws the icons of the installed app and of push messages from the logo. Run it after a change of the logo. */
import { mkdirSync } from 'node:fs'
import sharp from 'sharp'
import { at } from './lib/paths.mjs'

const mark = (/** @type {string} */ ink, /** @type {string} */ bead) => `
  <path d="M3 24C9 30 12 17 16 16s8-13 13-8" fill="none" stroke="${ink}" stroke-width="2.25" stroke-linecap="round"/>
  <circle cx="8" cy="24" r="4.25" fill="${ink}"/><circle cx="16" cy="16" r="5" fill="${bead}"/><circle cx="24.25" cy="8.25" r="4.25" fill="${ink}"/>`

/** @param {{ margin: number, radius: number }} shape in units of the logo, which is 32 wide */
const onPaper = ({ margin, radius }) => {
  const side = 32 + 2 * margin
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-margin} ${-margin} ${side} ${side}">
    <rect x="${-margin}" y="${-margin}" width="${side}" height="${side}" rx="${radius}" fill="#f8f8f9"/>${mark('#1a1a1e', '#d23f2a')}</svg>`
}
/** The badge in the status bar of a phone, which uses only its alpha channel. */
const shape = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mark('#fff', '#fff')}</svg>`

/** @type {[file: string, svg: string, pixels: number][]} */
const icons = [
  ['192.png', onPaper({ margin: 4, radius: 8 }), 192],
  ['512.png', onPaper({ margin: 4, radius: 8 }), 512],
  // Systems crop these icons: the logo is within the middle 80 %.
  ['maskable.png', onPaper({ margin: 9, radius: 0 }), 512],
  ['180.png', onPaper({ margin: 7, radius: 0 }), 180],
  ['badge.png', shape, 96],
]

mkdirSync(at('renderer/public/icons'), { recursive: true })
for (const [file, svg, pixels] of icons)
  await sharp(Buffer.from(svg), { density: (72 * pixels) / 32 })
    .resize(pixels, pixels)
    .png({ compressionLevel: 9, palette: true })
    .toFile(at('renderer/public/icons', file))
