/** Look-ups from the database: while a person types, and search until it has an index of its own (AP9). */
import type { DataSource } from 'typeorm'
import type { CallOutput, Page } from '../../contract/index.ts'
import type { Curator, SearchItem, TagCount } from '../../contract/schemas/lookups.ts'
import { sql } from '../../db/sql.ts'
import type { Viewer } from '../beads/service.ts'
import { wordQuery } from '../words/service.ts'
import { createSearch, type SearchDeps } from './search.ts'
import { pageOf, relatedTags, tagCurators, tagsBeginning, type Paging } from './tags.ts'

export { followNames } from './consumers.ts'

type Named = { _id: string; id: string; name: string }

export interface Lookups {
  tags(beginning: string, page: Paging): Promise<Page<TagCount>>
  related(tag: string, page: Paging): Promise<Page<TagCount>>
  curators(tag: string, page: Paging, viewer: Viewer | null): Promise<Page<Curator>>
  /** Artists. */
  who(beginning: string, page: Paging): Promise<Page<Named>>
  search(query: CallOutput<'GET /api/v2/search'>['query'], viewer: Viewer | null): Promise<Page<SearchItem>>
}

const most = 200

async function artists(db: DataSource, text: string): Promise<Named[]> {
  const query = wordQuery('who', text)
  if (!query.any) return []
  const rows = await sql<{ entity: string }>(
    db, `SELECT DISTINCT f."entity" FROM (${query.source} LIMIT :most) f ORDER BY f."entity"`, { ...query.parameters, most },
  )
  return rows.map(({ entity }) => ({ _id: entity, id: entity, name: entity }))
}

export function createLookups(deps: SearchDeps): Lookups {
  const { db } = deps
  return {
    tags: async (beginning, page) => pageOf(await tagsBeginning(db, beginning), page),
    related: async (tag, page) => pageOf(await relatedTags(db, tag), page),
    curators: (tag, page, viewer) => tagCurators(db, tag, page, viewer),
    who: async (beginning, page) => pageOf(await artists(db, beginning), page),
    search: createSearch(deps),
  }
}
