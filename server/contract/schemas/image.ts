/** An uploaded picture, as in every call with one (A7, B3). */
import { z } from 'zod'
import { limits } from '../limits.ts'

const pixels = z.number().min(0).max(100_000)

export const Crop = z
  .object({ xCoord: pixels, yCoord: pixels, xDimen: pixels, yDimen: pixels })
  .describe('The crop, in pixels of the original after applying its orientation')
  .meta({ example: { xCoord: 0, yCoord: 0, xDimen: 400, yDimen: 400 } })

export const Resize = z
  .object({
    xDimen: pixels.optional(),
    yDimen: pixels.optional(),
    format: z.string().max(20).optional(),
    type: z.string().max(20).optional(),
  })
  .describe('Maximum size of the stored picture, which is always JPEG')
  .meta({ example: { xDimen: 400, yDimen: 400, format: 'jpg' } })

/** The server checks the bytes to decide whether it is a JPEG or PNG file. */
export const ImageData = z
  .string()
  .max(limits.image.body)
  .describe('A JPEG or PNG file in base64, or as a data URL; at most 5,000,000 bytes')
  .meta({ example: 'data:image/png;base64,iVBORw0KGgo=' })

export type Crop = z.infer<typeof Crop>
export type Resize = z.infer<typeof Resize>
