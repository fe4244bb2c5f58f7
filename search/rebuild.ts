/** Builds the next generation of an index from all documents, next to the active one. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { documentTypes, type DocumentSource, type SearchIndex } from './port.ts'

export interface RebuildOptions {
  /** Documents per step; the event loop runs in between. */
  page?: number
  /** Called with the number of documents so far; `finishing` after the last one. */
  progress?: (done: number, finishing: boolean) => void
  /** Checked before each page; true abandons the build. */
  isCancelled?: () => boolean
  /** Checked before the activation; false abandons the build. */
  shouldFinish?: () => Promise<boolean>
}

/** Returns whether the new generation was activated. */
export async function rebuildIndex(
  index: SearchIndex,
  source: DocumentSource,
  { page = 100, progress = () => {}, isCancelled = () => false, shouldFinish = async () => true }: RebuildOptions = {},
): Promise<boolean> {
  // Read first: changes during the build are applied afterwards.
  const position = await source.head()
  const building = await index.rebuild()
  let done = 0
  try {
    for (const type of documentTypes)
      for (let after = ''; ;) {
        if (isCancelled()) {
          await building.abandon()
          return false
        }
        const documents = await source.all(type, after, page)
        if (documents.length === 0) break
        await building.put(documents)
        after = documents.at(-1)!.id
        progress((done += documents.length), false)
        await yieldToEventLoop()
      }
    if (isCancelled() || !(await shouldFinish())) {
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
