import { documentTypes, type DocumentType, type SearchDocument, type SearchIndex, type SearchPage, type SearchQuery } from '#search/port.ts'

export const documentOf = (type: DocumentType, id: string, fields: Partial<SearchDocument> = {}): SearchDocument => ({
  type,
  id,
  title: id,
  names: [],
  tags: [],
  description: '',
  category: null,
  creator: null,
  bead: null,
  readers: null,
  writers: type === 'bead' ? null : [],
  popularity: 0,
  ...fields,
})

const createFactory =
  (type: DocumentType) =>
  (id: string, title: string, fields: Partial<Omit<SearchDocument, 'type' | 'id' | 'title'>> = {}): SearchDocument =>
    documentOf(type, id, { ...fields, title })

export const createTag = createFactory('tag')
export const createBead = createFactory('bead')
export const createMember = createFactory('member')
export const createPost = createFactory('post')

export const queryOf = (text: string, options: Partial<SearchQuery> = {}): SearchQuery => ({
  text,
  types: documentTypes,
  reader: null,
  unfinished: false,
  from: 0,
  limit: 20,
  ...options,
})

export const search = (index: SearchIndex, text: string, options: Partial<SearchQuery> = {}): Promise<SearchPage> =>
  index.search(queryOf(text, options))

/** Returns the ids of the first page, best first. */
export const searchIds = async (index: SearchIndex, text: string, options: Partial<SearchQuery> = {}): Promise<string[]> =>
  (await search(index, text, options)).hits.map(({ id }) => id)

/** Like `searchIds`, for a text whose last word may be unfinished. */
export const searchIdsAsTyped = (index: SearchIndex, text: string, options: Partial<SearchQuery> = {}): Promise<string[]> =>
  searchIds(index, text, { unfinished: true, ...options })

/** The position of the last write, as the indexer would pass it. Each write needs a higher one. */
let lastPosition = 0
export const put = (index: SearchIndex, ...documents: SearchDocument[]): Promise<void> =>
  index.write({ put: documents, remove: [], removeWithin: [] }, (lastPosition += 1))

/** Replaces all documents by a rebuild. */
export async function rebuildWith(index: SearchIndex, ...documents: SearchDocument[]): Promise<void> {
  const building = await index.rebuild()
  await building.put(documents)
  await building.finish((lastPosition += 1))
}
