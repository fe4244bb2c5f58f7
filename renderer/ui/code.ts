import { tryTwice } from './exit.ts'
import { refetchStyles } from './styles.ts'

/** A loader for lazily imported code that retries once, together with style sheets that failed to load. */
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
