import { documentTypes, type DocumentType, type SearchDocument, type SearchIndex, type SearchPage, type SearchQuery } from '#search/port.ts'

export const documentOf = (type: DocumentType, id: string, more: Partial<SearchDocument> = {}): SearchDocument => ({
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
  ...more,
})

type More = Partial<Omit<SearchDocument, 'type' | 'id' | 'title'>>
const maker =
  (type: DocumentType) =>
  (id: string, title: string, more: More = {}): SearchDocument =>
    documentOf(type, id, { ...more, title })

export const tag = maker('tag')
export const bead = maker('bead')
export const member = maker('member')
export const post = maker('post')

export const queryOf = (text: string, more: Partial<SearchQuery> = {}): SearchQuery => ({
  text,
  types: documentTypes,
  reader: null,
  unfinished: false,
  from: 0,
  limit: 20,
  ...more,
})

export const search = (index: SearchIndex, text: string, more: Partial<SearchQuery> = {}): Promise<SearchPage> =>
  index.search(queryOf(text, more))

/** Ids of the first page, best first. */
export const ids = async (index: SearchIndex, text: string, more: Partial<SearchQuery> = {}): Promise<string[]> =>
  (await search(index, text, more)).hits.map(({ id }) => id)

/** As a person types it: the last word may be unfinished. */
export const typed = (index: SearchIndex, text: string, more: Partial<SearchQuery> = {}): Promise<string[]> =>
  ids(index, text, { unfinished: true, ...more })

let position = 0
export const put = (index: SearchIndex, ...documents: SearchDocument[]): Promise<void> =>
  index.write({ put: documents, remove: [], removeWithin: [] }, (position += 1))

/** In a generation of its own: nothing of before is left. */
export async function fill(index: SearchIndex, ...documents: SearchDocument[]): Promise<void> {
  const building = await index.rebuild()
  await building.put(documents)
  await building.finish((position += 1))
}
