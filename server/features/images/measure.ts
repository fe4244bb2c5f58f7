/**
 * Reads the dimensions of GIF, WebP and AVIF pictures from their headers. Such pictures are only linked, so the server
 * does not load their decoders, which would process untrusted input.
 */

type Size = { width: number; height: number }

const text = (bytes: Buffer, at: number, length: number): string => bytes.toString('latin1', at, at + length)

const gif = (bytes: Buffer): Size | null =>
  /^GIF8[79]a$/.test(text(bytes, 0, 6)) && bytes.length >= 10 ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) } : null

/** Format: https://developers.google.com/speed/webp/docs/riff_container */
function webp(bytes: Buffer): Size | null {
  if (bytes.length < 30 || text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 4) !== 'WEBP') return null
  switch (text(bytes, 12, 4)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    default:
      return null
  }
}

/** Number of bytes of an AVIF file that are searched for its dimensions. */
const avifHead = 65_536

/** The largest extent among the file's items (boxes `ispe`): tiles, thumbnails and the whole picture have one each. */
function avif(bytes: Buffer): Size | null {
  if (text(bytes, 4, 4) !== 'ftyp' || !/avi[fs]/.test(text(bytes, 8, 32))) return null
  // The boxes with extents precede the pixels.
  const head = bytes.subarray(0, avifHead)
  let size: Size | null = null
  for (let at = head.indexOf('ispe'); at >= 0 && at + 16 <= head.length; at = head.indexOf('ispe', at + 4)) {
    const [width, height] = [head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)]
    if (size === null || width * height > size.width * size.height) size = { width, height }
  }
  return size
}

/** The dimensions in pixels; null for other formats. */
export const sizeOf = (bytes: Buffer): Size | null => gif(bytes) ?? webp(bytes) ?? avif(bytes)
