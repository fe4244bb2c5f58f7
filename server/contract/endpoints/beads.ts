/** Playlists (B7). */
import { z } from 'zod'
import { categoryFilter, deleted, tagList, type Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { beadTitleProblem } from '../rules.ts'
import { Bead, BeadId, CategoryName, page, paging, Uid } from '../schemas.ts'

const BeadInput = z
  .object({
    title: z.string().max(500),
    description: z.string().trim().max(limits.beadDescription.max).default(''),
    category: z.enum(CategoryName.options, { error: messages.categoryRequired }),
    tags: tagList.default([]),
    attribution: z.object({ name: z.string().max(200).default(''), url: z.string().max(limits.url).default('') }).optional(),
    isDraft: z.boolean().default(false),
    invitees: z.array(Uid).max(200).optional().describe('Present, even empty: an invite-only playlist'),
  })
  .superRefine(({ title, description, invitees }, context) => {
    const open = invitees === undefined
    const problem = beadTitleProblem(title, open)
    if (problem !== null) context.addIssue({ code: 'custom', path: ['title'], message: problem })
    if (open && description === '')
      context.addIssue({ code: 'custom', path: ['description'], message: messages.beadDescriptionRequired })
  })

/** Whether a playlist is open or invite-only is chosen only at its creation (B4), so an edit does not say it. */
const BeadEdit = z.object({
  title: z.string().max(500).optional(),
  description: z.string().trim().max(limits.beadDescription.max).optional(),
  category: z.enum(CategoryName.options, { error: messages.categoryRequired }).optional(),
  tags: tagList.optional(),
})

const beadSorts = ['top', 'recent'] as const

export const beadsEndpoints = {
  'GET /api/v0/beads': {
    summary: 'Playlists, published ones and the drafts that the asking member may see',
    auth: 'optional',
    query: z.object({
      ...paging(limits.page.beads, 100),
      sort: z.enum(beadSorts).default('recent'),
      category: categoryFilter,
      createdby: Uid.optional(),
      writer: Uid.optional().describe('Only playlists into which the asking member, who must be this one, may post'),
      excludefeeds: z.enum(['true', 'false']).optional(),
      ids: z.string().max(4000).optional().describe('Comma-joined ids; the answer keeps their order'),
      format: z.literal('json').optional(),
    }),
    answer: page(Bead),
    errors: ['unauthenticated', 'forbidden'],
  },
  'GET /api/v0/beads/day': {
    summary: 'The Bead of the Day: the same for everyone, all day (UTC)',
    auth: 'optional',
    query: z.object({ category: categoryFilter }),
    answer: z.object({ bead: Bead.nullable() }),
  },
  'GET /api/v0/beads/:id': {
    summary: 'A playlist',
    auth: 'optional',
    params: z.object({ id: BeadId }),
    answer: Bead,
    errors: ['not_found', 'forbidden'],
  },
  'POST /api/v0/beads': {
    summary: 'Starts a playlist',
    auth: 'member',
    body: BeadInput,
    answer: z.object({ bead: BeadId, data: Bead }),
    limit: { requests: 60, seconds: 3600 },
    errors: ['forbidden', 'read_only'],
  },
  'POST /api/v0/beads/:id': {
    summary: 'Edits a playlist',
    auth: 'member',
    params: z.object({ id: BeadId }),
    body: BeadEdit,
    answer: z.object({ bead: BeadId, data: Bead }),
    errors: ['not_found', 'forbidden', 'read_only'],
  },
  'DELETE /api/v0/beads/:id': {
    summary: 'Deletes a playlist and its posts',
    auth: 'member',
    params: z.object({ id: BeadId }),
    answer: deleted,
    errors: ['not_found', 'forbidden', 'read_only'],
  },
} as const satisfies Record<string, Endpoint>
