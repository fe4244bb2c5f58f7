/** Video challenges of partners (E1): the tags of submissions, and their private data for creators and admins. */
import type { DataSource, EntityManager } from 'typeorm'
import { normaliseTag, tagKey } from '#contract/index.ts'
import type { PartnerEntry } from '#contract/schemas/partner.ts'
import { parsed, sql } from '#db/sql.ts'
import { PartnerEntryEntity } from './entities.ts'

/** A partner from the configuration. */
export interface Partner {
  key: string
  /** Tags of every submission. */
  tags: readonly [string, string]
}

/** Parses STRAND_PARTNERS: `key:Tag+Tag`, comma-separated, at most three. */
export function partnersFrom(text: string): Partner[] {
  return text.split(',').map((part) => {
    const [key, tags = ''] = part.trim().split(':')
    const [first, second] = tags.split('+').map(normaliseTag)
    return { key: key!, tags: [first!, second!] }
  })
}

export interface Partners {
  /** The partner with one of the tags of the playlist, else the first one. */
  of(bead: { tags: readonly string[] }): Partner
  write(manager: EntityManager, postId: string, partner: Partner, data: PartnerEntry): Promise<void>
  /** The private data of a submission, or null. The caller checks the permission. */
  read(postId: string): Promise<PartnerEntry | null>
  /** A submission without its private data; null for another post. */
  submissionOf(postId: string): Promise<{ partner: string; creationDate: string } | null>
  /** Tags of a submission; empty for other posts, and if the partner is no longer configured. */
  tagsOf(postId: string): Promise<readonly string[]>
}

export function createPartners({
  db,
  partners,
  now = Date.now,
}: {
  db: DataSource
  partners: readonly Partner[]
  now?: () => number
}): Partners {
  return {
    of({ tags }) {
      const keys = new Set(tags.map(tagKey))
      return partners.find((partner) => partner.tags.some((tag) => keys.has(tagKey(tag)))) ?? partners[0]!
    },

    async write(manager, postId, { key }, data) {
      await manager.upsert(PartnerEntryEntity, { postId, partner: key, data, creationDate: new Date(now()).toISOString() }, ['postId'])
    },

    async read(postId) {
      const [row] = await sql<{ data: string }>(db, 'SELECT "data" FROM "partner_entry" WHERE "postId" = :postId', { postId })
      return row ? parsed<PartnerEntry>(row.data) : null
    },

    async submissionOf(postId) {
      const [row] = await sql<{ partner: string; creationDate: string }>(
        db,
        'SELECT "partner", "creationDate" FROM "partner_entry" WHERE "postId" = :postId',
        { postId },
      )
      return row ?? null
    },

    async tagsOf(postId) {
      const [row] = await sql<{ partner: string }>(db, 'SELECT "partner" FROM "partner_entry" WHERE "postId" = :postId', { postId })
      return partners.find(({ key }) => key === row?.partner)?.tags ?? []
    },
  }
}
