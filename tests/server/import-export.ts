/** Requests, playlists and privileges that the tests of import and export share. */
import type { Answer, Post } from '#contract/index.ts'
import type { Client } from '../support/server.ts'

type Report = Answer<'POST /api/v0/beads/:id/import'>
type Preview = Answer<'POST /api/v0/beads/import/preview'>

export const allPrivileges = {
  canComment: true,
  canCreateBead: true,
  canCreateDraftBead: true,
  canFollow: true,
  canPost: true,
  canCreatePost: true,
}

export const importInto = (client: Client, bead: string, content: string, more: object = {}) =>
  client.post<Report>(`/api/v0/beads/${bead}/import`, { content, ...more })
export const previewImport = (client: Client, content: string, more: object = {}) =>
  client.post<Preview>('/api/v0/beads/import/preview', { content, ...more })
export const exportAs = (client: Client, bead: string, format: string) =>
  client.get<string>(`/api/v0/beads/${bead}/export?format=${format}`)
export const earliestPosts = async (client: Client, bead: string): Promise<Post[]> =>
  (await client.get(`/api/v0/posts?bead=${bead}&sort=earliest&limit=1000`)).body.results
export const videoHref = (n: number) => `https://www.youtube.com/watch?v=${String(n).padStart(11, 'v')}`
export const m3u = (hrefs: string[]) => `#EXTM3U\n${hrefs.join('\n')}\n`
