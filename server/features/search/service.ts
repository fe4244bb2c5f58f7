/** Search and look-ups while a person types (AP9, X5). What words find an index says; what may be seen, the database. */
import type { Viewer } from '#access/viewer.ts'
import type { Search } from '#search/port.ts'
import type { CallOutput, Page } from '#contract/index.ts'
import type { Curator, SearchItem, TagCount } from '#contract/schemas/lookups.ts'
import { artistsBeginning, type Artist } from './artists.ts'
import { createFinder, type FinderDeps } from './search.ts'
import { creatorsOf, pageOf, relatedTags, tagCurators, tagsFound, tagsOfPosts, type Paging } from './tags.ts'
import { readerOf } from './planSearch.ts'

export { followNames } from './consumers.ts'

export interface Lookups {
  tags(beginning: string, page: Paging): Promise<Page<TagCount>>
  /** Of a tag, or of words that are none. */
  related(text: string, page: Paging): Promise<Page<TagCount>>
  /** Of exactly this tag; with `words`, where no post has it, of the posts in which the words are found. */
  curators(text: string, page: Paging & { words?: boolean | undefined }, viewer: Viewer | null): Promise<Page<Curator>>
  /** Artists. */
  who(beginning: string, page: Paging): Promise<Page<Artist>>
  search(query: CallOutput<'GET /api/v2/search'>['query'], viewer: Viewer | null): Promise<Page<SearchItem>>
}

/** Posts that stand for what words find. */
const sample = 100

const postsFound = async (index: Search, text: string, viewer: Viewer | null): Promise<string[]> => {
  const question = { text: text.trim().replace(/^[#*@]/u, ''), types: ['post'], reader: readerOf(viewer), from: 0, limit: sample } as const
  const whole = await index.search({ ...question, unfinished: false })
  const { hits } = whole.total > 0 ? whole : await index.search({ ...question, unfinished: true })
  return hits.map(({ id }) => id)
}

export function createLookups(deps: FinderDeps): Lookups {
  const { db, index } = deps
  return {
    tags: (beginning, page) => tagsFound(db, index, beginning, page),
    async related(text, page) {
      const tags = await relatedTags(db, text)
      return pageOf(tags ?? (await tagsOfPosts(db, await postsFound(index, text, null), text)), page)
    },
    async curators(text, page, viewer) {
      const curators = await tagCurators(db, text, page, viewer)
      if (curators !== null) return curators
      if (page.words !== true) return pageOf([], page)
      return pageOf(await creatorsOf(db, await postsFound(index, text, viewer), viewer), page)
    },
    who: async (beginning, page) => pageOf(await artistsBeginning(db, beginning), page),
    search: createFinder(deps),
  }
}
