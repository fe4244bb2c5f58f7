/** Site settings that every page needs. */
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { networks } from '../rules.ts'

/** The branding of a partner's pages (decision: partner skins). */
export const Skin = z.object({
  key: z.string().describe('The partner'),
  name: z.string(),
  tags: z.array(z.string()).describe('A playlist with one of them is the partner’s'),
  intro: z.string().nullable().describe('Said in the place of the usual words where somebody signs up'),
  rules: z.string().nullable().describe('Web page with the rules of the partner’s challenge; null where its playlist states them'),
  white: z.boolean().describe('Whether the log-in dialog is white, whatever the theme'),
  followBead: z.string().nullable().describe('Playlist that a member who signs up here follows'),
  followUid: z.string().nullable().describe('Member whom they follow'),
})
export type Skin = z.infer<typeof Skin>

export const Site = z.object({
  readOnly: z.boolean().describe('Nothing can be changed; what would change something is not shown'),
  networks: z.array(z.enum(networks)).describe('Social networks that one can sign up with and connect'),
  minPassword: z.int().describe('Characters of a new password'),
  staff: z.array(z.string()).max(2).describe('Accounts, by user id, that may tweet pictures as admins do (B6)'),
  copyrightYear: z.int(),
  apps: z
    .object({ ios: z.string().nullable(), android: z.string().nullable() })
    .describe('Where the apps for telephones are had; null: nowhere'),
  contacts: z.object({ general: z.string().nullable(), media: z.string().nullable() }).describe('Addresses for letters'),
  featured: z
    .object({ blog: z.string().nullable(), team: z.string().nullable(), feedback: z.string().nullable() })
    .describe('Playlists that the page about Strand shows, by id; whoever posts to the second is the team'),
  skin: Skin.nullable().describe('Of the page that was asked for: the partner’s whose playlist it shows, or whom the visitor came from'),
  skins: z.array(Skin).describe('All of them, for pages that one goes on to'),
})
export type Site = z.infer<typeof Site>

export const siteEndpoints = {
  'GET /api/v0/site': {
    summary: 'What the pages of this site have in common',
    auth: 'none',
    answer: Site,
  },
} as const satisfies Record<string, Endpoint>
