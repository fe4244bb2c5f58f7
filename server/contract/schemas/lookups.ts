import { z } from 'zod'
import { categories } from '../rules.ts'
import { Bead, Instant, Member, MemberRef, Post } from '../schemas.ts'

const Count = z.int().min(0)

export const TagCount = z.object({
  _id: z.string().describe('Tag key'),
  id: z.string(),
  name: z.string(),
  count: Count.describe('Number of posts with it'),
})

export const Curator = MemberRef.extend({ count: Count.describe('Number of their posts with the tag') })

export const searchTypes = ['bead', 'member', 'tag', 'post'] as const
export type SearchType = (typeof searchTypes)[number]

/** A search result. Highlighted texts are HTML with matches in `em`. */
export const SearchItem = z.object({
  _id: z.string().describe('Id, uid, or tag key'),
  id: z.string(),
  type: z.enum(searchTypes),
  source: z.literal('strand'),
  title: z.string(),
  title_highlighted: z.string(),
  descr_highlighted: z
    .string()
    .optional()
    .describe('The description or matching excerpts, separated by ellipses; absent without a description'),
  tag_highlighted: z.string().optional().describe('Comma-separated tags with matches; absent without any'),
  description: z.string().optional(),
  image: z.string().nullable(),
  href: z.string().describe('Path of its page'),
  city: z.string().optional(),
  author: z.string().optional(),
  artists: z.array(z.string()).optional(),
  date: Instant.optional(),
  duration: z.number().optional(),
  collects: Count.optional().describe('Posts: collects; playlists and members: followers; tags: posts'),
  beadTitle: z.string().optional(),
  category: z.enum(categories).optional().describe("The category of the playlist, or of the post's playlist"),
  entry: z.union([Bead, Post, Member]).optional().describe('The full entity, if requested with `materialize`'),
})

export type TagCount = z.infer<typeof TagCount>
export type Curator = z.infer<typeof Curator>
export type SearchItem = z.infer<typeof SearchItem>
