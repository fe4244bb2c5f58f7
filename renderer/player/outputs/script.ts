/** How what a provider plays with is fetched: once for all who wait, and again after it did not come. */

/** Milliseconds for a script and for what it fetches in turn, of which nobody hears when it is blocked. */
const patience = 10_000

/** What was fetched is returned as it is, without a promise; a failure is forgotten, so that the next call tries again. */
export function once<T extends object>(fetch: () => Promise<T>): () => T | Promise<T> {
  let kept: T | Promise<T> | null = null
  return () => {
    kept ??= fetch().then((fetched) => (kept = fetched), (error: unknown) => {
      kept = null
      throw error
    })
    return kept
  }
}

export interface Script<Api> {
  address: string
  /** What the script leaves in the page; undefined until it has. */
  find(): Api | undefined
  /** Has the script call back, where it is not done with its own `load` event. */
  listen?(done: () => void): void
}

/** Rejects where the script is blocked, does not come in time, or is not what it should be. */
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
    const timer = setTimeout(() => fail('did not come'), patience)
    const look = () => {
      const api = find()
      if (api === undefined) return false
      clearTimeout(timer)
      resolve(api)
      return true
    }
    listen?.(look)
    element.addEventListener('load', () => look() || listen !== undefined || fail('is not what it was'))
    element.addEventListener('error', () => fail('could not be fetched'))
    element.src = address
    document.head.append(element)
  })
}
