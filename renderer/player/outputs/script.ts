/** Loads the script of a provider once for all callers, and again after a failure. */

/** Timeout (ms) for a script and the scripts that it loads itself: if those are blocked, no event reports it. */
const scriptTimeoutMs = 10_000

/** Caches the result of `fetch` and then returns it without a promise. After a failure the next call tries again. */
export function once<T extends object>(fetch: () => Promise<T>): () => T | Promise<T> {
  let cached: T | Promise<T> | null = null
  return () => {
    cached ??= fetch().then(
      (fetched) => (cached = fetched),
      (error: unknown) => {
        cached = null
        throw error
      },
    )
    return cached
  }
}

export interface Script<Api> {
  address: string
  /** Returns the global that the script defines; undefined until it exists. */
  find(): Api | undefined
  /** Registers a callback with scripts that are not ready yet at their own `load` event. */
  listen?(done: () => void): void
}

/** Creates the loader of a script. It rejects if the script is blocked, times out, or does not define its global. */
export function scriptLoader<Api extends object>(script: Script<Api>): () => Api | Promise<Api> {
  return once(() => insert(script))
}

function insert<Api>({ address, find, listen }: Script<Api>): Promise<Api> {
  const present = find()
  if (present !== undefined) return Promise.resolve(present)
  const element = document.createElement('script')
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer)
      element.remove()
      reject(new Error(`${address} ${reason}`))
    }
    const timer = setTimeout(() => fail('timed out'), scriptTimeoutMs)
    const look = () => {
      const api = find()
      if (api === undefined) return false
      clearTimeout(timer)
      resolve(api)
      return true
    }
    listen?.(look)
    element.addEventListener('load', () => look() || listen !== undefined || fail('has another interface'))
    element.addEventListener('error', () => fail('could not be fetched'))
    element.src = address
    document.head.append(element)
  })
}
