/** Fields that only some playlists have, set by admins (B3). */
import { z } from 'zod'
import { limits } from '../limits.ts'

const Address = z
  .string()
  .max(limits.url)
  .regex(/^(https?:\/\/|\/(?!\/))/)

export const PartnerMetaData = z
  .object({
    customFilters: z
      .array(
        z.object({
          name: z.string().min(1).max(60),
          endpoint: z
            .string()
            .regex(/^\/api\//)
            .max(limits.url),
        }),
      )
      .max(20)
      .optional()
      .describe('Additional saved filters of the playlist page, with the API call of each'),
    skyscraper: z.object({ image: Address, href: Address }).optional().describe('A promotion for visitors in long lists'),
    onPostShare: z
      .object({ title: z.string().max(140), description: z.string().max(500) })
      .optional()
      .describe('Text added when a new post is shared'),
  })
  .meta({ example: { customFilters: [{ name: 'Finalists', endpoint: '/api/v0/posts?tag=Finalist' }] } })

/** Everything an admin can set; an absent field is unchanged, null removes it. */
export const BeadExtras = z.object({
  cta: z.object({ type: z.enum(['explore', 'follow']) }),
  featured: z.object({ description: z.string().trim().min(1).max(500) }),
  partnerMetaData: PartnerMetaData,
  isMilqPremier: z.boolean(),
})

export type PartnerMetaData = z.infer<typeof PartnerMetaData>
export type BeadExtras = z.infer<typeof BeadExtras>
