/** The links of posts, and the link states (`status`) in the posts' media. */
import { createHash } from 'node:crypto'
import type { EntityManager } from 'typeorm'
import { isDead, isGone, playabilityOf, type Media } from '#contract/index.ts'
import { lockRow } from '#db/locks.ts'
import { parsedOrNull, sql } from '#db/sql.ts'
import { countPlayability, type PlayabilityChange } from '../health/service.ts'
import type { Link, MediaService } from '../media/service.ts'
import { PostEntity } from '../posts/service.ts'
import type { LinkState } from './entities.ts'

export const linkId = (href: string): string => createHash('sha256').update(href).digest('base64url')

type Parse = Pick<MediaService, 'link'>

/** The links of a medium: those of its streams, or of the page if it has none. */
export function linksOf(media: Media | null, parse: Parse): Map<string, Link> {
  const hrefs = media === null ? [] : media.media.length === 0 ? [media.href] : media.media.map(({ href }) => href)
  return new Map(hrefs.flatMap((href) => parse.link(href) ?? []).map((link) => [linkId(link.href), link]))
}

const withStatus = <T extends { status?: number | undefined }>(item: T, status: number | undefined): T => {
  if (item.status === status) return item
  const { status: _status, ...rest } = item
  return (status === undefined ? rest : { ...rest, status }) as T
}

/** Returns the same object if nothing changes. Links that were never checked, or cannot be, keep their status. */
function withStates(media: Media, states: ReadonlyMap<string, LinkState>, parse: Parse): Media {
  const statusOf = (href: string, before: number | undefined): number | undefined => {
    const link = parse.link(href)
    const state = link === null ? undefined : states.get(linkId(link.href))
    return state === undefined || state === 'new' ? before : state === 'dead' ? 404 : undefined
  }
  const streams = media.media.map((stream) => withStatus(stream, statusOf(stream.href, stream.status)))
  const status = streams.length === 0 ? statusOf(media.href, media.status) : streams.every(isGone) ? 404 : undefined
  const isUnchanged = streams.every((stream, n) => stream === media.media[n])
  return withStatus(isUnchanged ? media : { ...media, media: streams }, status)
}

/** Writes the states of their links into the posts. */
export async function updateLinkStates(manager: EntityManager, postIds: readonly string[], parse: Parse): Promise<void> {
  const changes: PlayabilityChange[] = []
  for (const id of postIds) {
    // A concurrent edit comes before or after, and updates the states again.
    await lockRow(manager, 'post', id)
    const [post] = await sql<{ beadId: string; media: string | null }>(manager, 'SELECT "beadId", "media" FROM "post" WHERE "id" = :id', {
      id,
    })
    const media = parsedOrNull<Media>(post?.media ?? null)
    const links = [...linksOf(media, parse).keys()]
    if (post === undefined || media === null || links.length === 0) continue
    const rows = await sql<{ id: string; state: LinkState }>(manager, 'SELECT "id", "state" FROM "link_check" WHERE "id" IN (:...links)', {
      links,
    })
    const updated = withStates(media, new Map(rows.map((row) => [row.id, row.state])), parse)
    if (updated === media) continue
    await manager.update(PostEntity, { id }, { media: updated, isDead: isDead(updated) })
    changes.push({ beadId: post.beadId, before: playabilityOf(media), after: playabilityOf(updated) })
  }
  await countPlayability(manager, changes)
}

/** Registers the links of a post for checks, and removes its former ones. */
export async function storeLinks(
  manager: EntityManager,
  postId: string,
  media: Media | null,
  parse: Parse,
  dueDate: () => string,
): Promise<void> {
  const links = linksOf(media, parse)
  const rows = await sql<{ linkId: string }>(manager, 'SELECT "linkId" FROM "post_link" WHERE "postId" = :postId', { postId })
  const formerIds = rows.map((row) => row.linkId)
  for (const link of formerIds)
    if (!links.has(link)) await sql(manager, 'DELETE FROM "post_link" WHERE "postId" = :postId AND "linkId" = :link', { postId, link })
  for (const [id, { href, host }] of links) {
    if (formerIds.includes(id)) continue
    await sql(
      manager,
      `INSERT INTO "link_check" ("id", "href", "host", "state", "dueDate", "steps", "troubles", "told")
       VALUES (:id, :href, :host, 'new', :dueDate, 0, 0, TRUE) ON CONFLICT DO NOTHING`,
      { id, href, host, dueDate: dueDate() },
    )
    await sql(manager, 'INSERT INTO "post_link" ("postId", "linkId") VALUES (:postId, :id) ON CONFLICT DO NOTHING', { postId, id })
  }
}
