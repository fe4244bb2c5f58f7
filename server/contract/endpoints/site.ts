/** Site settings that every page needs. */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { announcementKinds, networks } from '../rules.ts'

/** The branding of a partner's pages (decision: partner skins). */
export const Skin = z.object({
  key: z.string().describe('The partner'),
  name: z.string(),
  tags: z.array(z.string()).describe("Tags that identify the partner's playlists"),
  intro: z.string().nullable().describe('Replaces the sign-up text'),
  rules: z.string().nullable().describe("Page with the rules of the partner's challenge; null if its playlist states them"),
  white: z.boolean().describe('Whether the log-in dialog is white in every theme'),
  followBead: z.string().nullable().describe('Playlist that new members follow automatically'),
  followUid: z.string().nullable().describe('Member whom new members follow automatically'),
})
export type Skin = z.infer<typeof Skin>

/** What every page shows at its top. */
export const Notice = z.object({
  id: z.string().describe('Changes with the contents; a dismissal applies to it'),
  kind: z.enum(['readOnly', ...announcementKinds]),
  text: z.string().describe('Plain text: an announcement, or the reason of read-only mode; empty without a reason'),
  href: z.string().nullable().describe('A path of this site or an http address'),
})
export type Notice = z.infer<typeof Notice>

export const Site = z.object({
  version: z.string().describe('Changes with `readOnly`, `exemptsAdmins` and `notices`. Every answer has it in the header X-Strand-Site'),
  readOnly: z.boolean().describe('Read-only mode: controls that change something are hidden'),
  exemptsAdmins: z.boolean().describe('Whether admins can change everything in read-only mode: an admin switched it on, not the operator'),
  notices: z.array(Notice),
  networks: z.array(z.enum(networks)).describe('Social networks for signing up and connecting'),
  minPassword: z.int().describe('Minimum length of a new password in characters'),
  staff: z.array(z.string()).max(2).describe('User ids that may tweet pictures as admins do (B6)'),
  copyrightYear: z.int(),
  apps: z.object({ ios: z.string().nullable(), android: z.string().nullable() }).describe('Addresses of the mobile apps; null without one'),
  contacts: z.object({ general: z.string().nullable(), media: z.string().nullable() }).describe('Contact addresses'),
  featured: z
    .object({ blog: z.string().nullable(), team: z.string().nullable(), feedback: z.string().nullable() })
    .describe('Ids of the playlists on the about page; members who post to the second are the team'),
  skin: Skin.nullable().describe('The partner of the requested page: of its playlist, or of the page the visitor came from'),
  skins: z.array(Skin).describe('All partners, for pages visited later'),
})
export type Site = z.infer<typeof Site>

export const siteEndpoints = {
  'GET /api/v0/site': {
    summary: 'Settings that all pages share',
    auth: 'none',
    answer: Site,
  },
} as const satisfies Record<string, Endpoint>
