import { z } from 'zod'
import { categories } from '../rules.ts'
import { Bead, Instant, Member, MemberRef, Post } from '../schemas.ts'

const Count = z.int().min(0)

export const TagCount = z.object({
  _id: z.string().describe('Key of the tag'),
  id: z.string(),
  name: z.string(),
  count: Count.describe('Posts with it'),
})

export const Curator = MemberRef.extend({ count: Count.describe('Posts of theirs with the tag') })

export const searchTypes = ['bead', 'member', 'tag', 'post'] as const
export type SearchType = (typeof searchTypes)[number]

/** A search result. Highlighted texts are HTML with matches in `em`. */
export const SearchItem = z.object({
  _id: z.string().describe('Id, uid, or key of a tag'),
  id: z.string(),
  type: z.enum(searchTypes),
  source: z.literal('strand'),
  title: z.string(),
  title_highlighted: z.string(),
  descr_highlighted: z.string().optional().describe('The description, or what of it was found, between ellipses; of what has none absent'),
  tag_highlighted: z
    .string()
    .optional()
    .describe('Those of its tags in which something was found, joined by commas; absent where there are none'),
  description: z.string().optional(),
  image: z.string().nullable(),
  href: z.string().describe('Path of its page'),
  city: z.string().optional(),
  author: z.string().optional(),
  artists: z.array(z.string()).optional(),
  date: Instant.optional(),
  duration: z.number().optional(),
  collects: Count.optional().describe('Of a post its collects, of a playlist or a member their followers, of a tag its posts'),
  beadTitle: z.string().optional(),
  category: z.enum(categories).optional().describe('Of a playlist, and of a post that of its playlist'),
  entry: z.union([Bead, Post, Member]).optional().describe('The whole thing, where it was asked for with `materialize`'),
})

export type TagCount = z.infer<typeof TagCount>
export type Curator = z.infer<typeof Curator>
export type SearchItem = z.infer<typeof SearchItem>
