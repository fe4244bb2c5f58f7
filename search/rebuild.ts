/** Builds the next generation of an index from everything there is, beside the one that answers. */
import { setImmediate as turn } from 'node:timers/promises'
import { documentTypes, type DocumentSource, type SearchIndex } from './port.ts'

export interface RebuildOptions {
  /** Documents that are read and written before others get their turn. */
  page?: number
  /** How many documents it has so far; `finishing` where these are all, and an index puts them in order. */
  progress?: (done: number, finishing: boolean) => void
  /** Asked before each page: true leaves everything as it was. */
  cancelled?: () => boolean
  /** Asked before the new generation takes over: false leaves everything as it was. */
  wanted?: () => Promise<boolean>
}

/** Answers whether the new generation took over. */
export async function rebuildIndex(
  index: SearchIndex,
  source: DocumentSource,
  { page = 100, progress = () => {}, cancelled = () => false, wanted = async () => true }: RebuildOptions = {},
): Promise<boolean> {
  // The position first: what changes while documents are read is followed afterwards.
  const position = await source.head()
  const building = await index.rebuild()
  let done = 0
  try {
    for (const type of documentTypes)
      for (let after = ''; ;) {
        if (cancelled()) {
          await building.abandon()
          return false
        }
        const documents = await source.all(type, after, page)
        if (documents.length === 0) break
        await building.put(documents)
        after = documents.at(-1)!.id
        progress((done += documents.length), false)
        await turn()
      }
    if (cancelled() || !(await wanted())) {
      await building.abandon()
      return false
    }
    progress(done, true)
    await building.finish(position)
    return true
  } catch (error) {
    await building.abandon().catch(() => undefined)
    throw error
  }
}
