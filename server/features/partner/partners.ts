/** Partners' video challenges (E1): which tags a submission gets, and what only its creator and admins may read of it. */
import type { DataSource, EntityManager } from 'typeorm'
import { normaliseTag, tagKey } from '#contract/index.ts'
import type { PartnerEntry } from '#contract/schemas/partner.ts'
import { parsed, sql } from '#db/sql.ts'
import { PartnerEntryEntity } from './entities.ts'

/** A partner, as the operator names it. */
export interface Partner {
  key: string
  /** What every submission is tagged with. */
  tags: readonly [string, string]
}

/** `key:Tag+Tag`, comma-joined, at most three: what STRAND_PARTNERS holds. */
export function partnersFrom(text: string): Partner[] {
  return text.split(',').map((part) => {
    const [key, tags = ''] = part.trim().split(':')
    const [first, second] = tags.split('+').map(normaliseTag)
    return { key: key!, tags: [first!, second!] }
  })
}

export interface Partners {
  /** A playlist is a partner's where it bears one of the partner's tags; a challenge elsewhere is the first partner's. */
  of(bead: { tags: readonly string[] }): Partner
  write(manager: EntityManager, postId: string, partner: Partner, data: PartnerEntry): Promise<void>
  /** What was submitted with a post, or null. Who may read it is the caller's to know. */
  read(postId: string): Promise<PartnerEntry | null>
  /** The tags that a post bears as a submission; none where it is none, or its partner is one no more. */
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

    async tagsOf(postId) {
      const [row] = await sql<{ partner: string }>(db, 'SELECT "partner" FROM "partner_entry" WHERE "postId" = :postId', { postId })
      return partners.find(({ key }) => key === row?.partner)?.tags ?? []
    },
  }
}
