/** Which posts hold which links, and what posts say of the links that they hold. */
import { createHash } from 'node:crypto'
import type { EntityManager } from 'typeorm'
import { isDead, isGone, type Media } from '../../contract/index.ts'
import { parsedOrNull, sql } from '../../db/sql.ts'
import type { Link, MediaService } from '../media/service.ts'
import { PostEntity } from '../posts/service.ts'
import type { LinkState } from './entities.ts'

export const linkId = (href: string): string => createHash('sha256').update(href).digest('base64url')

type Parse = Pick<MediaService, 'link'>

/** The links of a medium: of its streams, or of the page where it has none. */
export function linksOf(media: Media | null, parse: Parse): Map<string, Link> {
  const hrefs = media === null ? [] : media.media.length === 0 ? [media.href] : media.media.map(({ href }) => href)
  return new Map(hrefs.flatMap((href) => parse.link(href) ?? []).map((link) => [linkId(link.href), link]))
}

const withStatus = <T extends { status?: number | undefined }>(thing: T, status: number | undefined): T => {
  if (thing.status === status) return thing
  const { status: _status, ...rest } = thing
  return (status === undefined ? rest : { ...rest, status }) as T
}

/** The same medium where there is nothing new. What was never asked for, or cannot be, says what it said. */
function withStates(media: Media, states: ReadonlyMap<string, LinkState>, parse: Parse): Media {
  const told = (href: string, before: number | undefined): number | undefined => {
    const link = parse.link(href)
    const state = link === null ? undefined : states.get(linkId(link.href))
    return state === undefined || state === 'new' ? before : state === 'dead' ? 404 : undefined
  }
  const streams = media.media.map((stream) => withStatus(stream, told(stream.href, stream.status)))
  const status = streams.length === 0 ? told(media.href, media.status) : streams.every(isGone) ? 404 : undefined
  const same = streams.every((stream, n) => stream === media.media[n])
  return withStatus(same ? media : { ...media, media: streams }, status)
}

/** The posts' rows say what is known of their links. Whatever else they say stays. */
export async function tellPosts(manager: EntityManager, postIds: readonly string[], parse: Parse): Promise<void> {
  for (const id of postIds) {
    // Locks the row: an edit that is under way comes before or after, and tells again.
    await sql(manager, 'UPDATE "post" SET "heat" = "heat" WHERE "id" = :id', { id })
    const [post] = await sql<{ media: string | null }>(manager, 'SELECT "media" FROM "post" WHERE "id" = :id', { id })
    const media = parsedOrNull<Media>(post?.media ?? null)
    const links = [...linksOf(media, parse).keys()]
    if (media === null || links.length === 0) continue
    const rows = await sql<{ id: string; state: LinkState }>(manager, 'SELECT "id", "state" FROM "link_check" WHERE "id" IN (:...links)', { links })
    const told = withStates(media, new Map(rows.map((row) => [row.id, row.state])), parse)
    if (told !== media) await manager.update(PostEntity, { id }, { media: told, isDead: isDead(told) })
  }
}

/** What a post holds is checked from now on, and what it holds no more is not for its sake. */
export async function holdLinks(manager: EntityManager, postId: string, media: Media | null, parse: Parse, dueDate: () => string): Promise<void> {
  const links = linksOf(media, parse)
  const had = (await sql<{ linkId: string }>(manager, 'SELECT "linkId" FROM "post_link" WHERE "postId" = :postId', { postId })).map((one) => one.linkId)
  for (const link of had)
    if (!links.has(link)) await sql(manager, 'DELETE FROM "post_link" WHERE "postId" = :postId AND "linkId" = :link', { postId, link })
  for (const [id, { href, host }] of links) {
    if (had.includes(id)) continue
    await sql(
      manager,
      `INSERT INTO "link_check" ("id", "href", "host", "state", "dueDate", "steps", "troubles", "told")
       VALUES (:id, :href, :host, 'new', :dueDate, 0, 0, TRUE) ON CONFLICT DO NOTHING`,
      { id, href, host, dueDate: dueDate() },
    )
    await sql(manager, 'INSERT INTO "post_link" ("postId", "linkId") VALUES (:postId, :id) ON CONFLICT DO NOTHING', { postId, id })
  }
}
