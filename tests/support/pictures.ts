/** Creates and measures test pictures. */
import sharp from 'sharp'

type Colour = string

/** A picture of one colour; `left` is the colour of its left half. */
export async function picture(
  width: number,
  height: number,
  {
    format = 'jpeg',
    colour = '#204060',
    left,
    orientation,
  }: {
    format?: 'jpeg' | 'png' | 'webp' | 'gif'
    colour?: Colour
    left?: Colour
    orientation?: number
  } = {},
): Promise<Buffer> {
  let made = sharp({ create: { width, height, channels: 3, background: colour } })
  if (left !== undefined)
    made = made.composite([{ input: { create: { width: Math.floor(width / 2), height, channels: 3, background: left } }, left: 0, top: 0 }])
  if (orientation !== undefined) made = made.withMetadata({ orientation })
  return made.toFormat(format).toBuffer()
}

export const base64 = async (bytes: Buffer | Promise<Buffer>): Promise<string> => (await bytes).toString('base64')

/** The mean colour of a picture, or of a part of it, as three numbers. */
export async function colourOf(bytes: Buffer, part?: { left: number; top: number; width: number; height: number }): Promise<number[]> {
  const whole = part ? await sharp(bytes).extract(part).toBuffer() : bytes
  const { channels } = await sharp(whole).stats()
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean))
}
