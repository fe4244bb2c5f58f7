import { tryTwice } from './exit.ts'
import { refetchStyles } from './styles.ts'

/** Fetches code that is imported when needed, twice where the first try fails, along with style sheets that failed to load. */
export function codeLoader<T>(load: () => Promise<T>): () => Promise<T> {
  let hasFailed = false
  return () =>
    tryTwice(async () => {
      if (hasFailed) await refetchStyles()
      try {
        return await load()
      } catch (reason) {
        hasFailed = true
        throw reason
      }
    })
}
