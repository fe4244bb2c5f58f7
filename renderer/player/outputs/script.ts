/** Fetches the script of a provider: once for all callers, and again after a failure. */

/** For a script and what it fetches in turn, whose blocking is not reported. */
const scriptTimeoutMs = 10_000

/** Once fetched, the result is returned without a promise. A failure is not cached: the next call tries again. */
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
  /** The script's global; undefined until it is there. */
  find(): Api | undefined
  /** For scripts that are not ready at their own `load` event. */
  listen?(done: () => void): void
}

/** Rejects if the script is blocked, times out, or lacks its global. */
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
