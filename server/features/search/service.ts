/** Search and autocompletion (AP9, X5). The index matches text; the database checks permissions. */
import type { Viewer } from '#access/viewer.ts'
import type { Search } from '#search/port.ts'
import type { CallOutput, Page } from '#contract/index.ts'
import type { Curator, SearchItem, TagCount } from '#contract/schemas/lookups.ts'
import { artistsWithPrefix, type Artist } from './artists.ts'
import { createFinder, type FinderDeps } from './search.ts'
import { creatorsOf, pageOf, relatedTags, tagCurators, findTags, tagsOfPosts, type Paging } from './tags.ts'
import { readerOf } from './planSearch.ts'

export { syncTitleWords as followNames } from './consumers.ts'

export interface Lookups {
  tags(prefix: string, page: Paging): Promise<Page<TagCount>>
  /** Tags related to a tag, or to the posts that match a text. */
  related(text: string, page: Paging): Promise<Page<TagCount>>
  /** Members who use this tag. With `words`, if no post has it, the creators of the posts that match the text. */
  curators(text: string, page: Paging & { words?: boolean | undefined }, viewer: Viewer | null): Promise<Page<Curator>>
  /** Artists. */
  who(prefix: string, page: Paging): Promise<Page<Artist>>
  search(query: CallOutput<'GET /api/v2/search'>['query'], viewer: Viewer | null): Promise<Page<SearchItem>>
}

/** Matching posts that are evaluated. */
const sampleSize = 100

const postsFound = async (index: Search, text: string, viewer: Viewer | null): Promise<string[]> => {
  const query = { text: text.trim().replace(/^[#*@]/u, ''), types: ['post'], reader: readerOf(viewer), from: 0, limit: sampleSize } as const
  const exact = await index.search({ ...query, unfinished: false })
  const { hits } = exact.total > 0 ? exact : await index.search({ ...query, unfinished: true })
  return hits.map(({ id }) => id)
}

export function createLookups(deps: FinderDeps): Lookups {
  const { db, index } = deps
  return {
    tags: (prefix, page) => findTags(db, index, prefix, page),
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
    who: async (prefix, page) => pageOf(await artistsWithPrefix(db, prefix), page),
    search: createFinder(deps),
  }
}
