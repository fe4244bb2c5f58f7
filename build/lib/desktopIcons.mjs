/** The icons of the packaged desktop application, drawn from the logo. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onPaper } from './logo.mjs'

/** Sizes in the icon theme of Linux. */
export const linuxSizes = [16, 24, 32, 48, 64, 96, 128, 256, 512]

/** Sizes in the icon of Windows. */
export const windowsSizes = [16, 24, 32, 48, 64, 128, 256]

/** Types of images in an icon of macOS, with their sizes; `ic11` to `ic14` are for displays with two pixels per point. */
export const macTypes = { ic07: 128, ic08: 256, ic09: 512, ic10: 1024, ic11: 32, ic12: 64, ic13: 256, ic14: 512 }

/** @typedef {{ pixels: number, png: Buffer }} Image */

/**
 * An icon of Windows (ICO): a directory, then the images as PNG. @param {Image[]} images
 */
export function toIco(images) {
  const headerSize = 6
  const entrySize = 16
  const directory = Buffer.alloc(headerSize + entrySize * images.length)
  directory.writeUInt16LE(1, 2)
  directory.writeUInt16LE(images.length, 4)
  let offset = directory.length
  images.forEach(({ pixels, png }, index) => {
    const start = headerSize + entrySize * index
    // 0 means 256.
    directory.writeUInt8(pixels % 256, start)
    directory.writeUInt8(pixels % 256, start + 1)
    directory.writeUInt16LE(1, start + 4)
    directory.writeUInt16LE(32, start + 6)
    directory.writeUInt32LE(png.length, start + 8)
    directory.writeUInt32LE(offset, start + 12)
    offset += png.length
  })
  return Buffer.concat([directory, ...images.map(({ png }) => png)])
}

/** An icon of macOS (ICNS): parts of a type, their length and a PNG. @param {{ type: string, png: Buffer }[]} images */
export function toIcns(images) {
  /** @param {string} type @param {Buffer} content */
  const part = (type, content) => {
    const header = Buffer.alloc(8)
    header.write(type, 'latin1')
    header.writeUInt32BE(header.length + content.length, 4)
    return Buffer.concat([header, content])
  }
  return part('icns', Buffer.concat(images.map(({ type, png }) => part(type, png))))
}

/**
 * Writes the icons: a folder `linux`, `icon.ico` and `icon.icns`. @param {string} folder
 */
export async function drawDesktopIcons(folder) {
  const { default: sharp } = await import('sharp')
  /** @param {string} svg @param {number} pixels */
  const draw = (svg, pixels) =>
    sharp(Buffer.from(svg), { density: (72 * pixels) / 32 })
      .resize(pixels, pixels)
      .png({ compressionLevel: 9 })
      .toBuffer()
  const plain = onPaper({ margin: 4, radius: 8 })
  // On macOS, the background is 824 of 1024 units wide, with a shadow or nothing around it.
  const mac = onPaper({ margin: 4, radius: 9, padding: (40 * 100) / 824 })
  mkdirSync(join(folder, 'linux'), { recursive: true })
  for (const pixels of linuxSizes) writeFileSync(join(folder, 'linux', `${pixels}x${pixels}.png`), await draw(plain, pixels))
  const ico = await Promise.all(windowsSizes.map(async (pixels) => ({ pixels, png: await draw(plain, pixels) })))
  writeFileSync(join(folder, 'icon.ico'), toIco(ico))
  const icns = await Promise.all(Object.entries(macTypes).map(async ([type, pixels]) => ({ type, png: await draw(mac, pixels) })))
  writeFileSync(join(folder, 'icon.icns'), toIcns(icns))
}
