/** `node build/icons.mjs`: draws the icons of the installed app and of push messages from the logo. Run it after a change of the logo. */
import { mkdirSync } from 'node:fs'
import sharp from 'sharp'
import { mark, onPaper } from './lib/logo.mjs'
import { at } from './lib/paths.mjs'

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
