/** `CacheStorage` as far as pages use it: the keys of a cache are requests with headers, in the order in which they were written. */
export function fakeCaches() {
  const all = new Map<string, Map<string, { request: Request; response: Response }>>()
  let failure: Error | null = null
  const urlOf = (request: RequestInfo): string => (typeof request === 'string' ? request : request.url)
  const cacheOf = (name: string) => {
    const entries = all.get(name) ?? new Map<string, { request: Request; response: Response }>()
    all.set(name, entries)
    return {
      match: async (request: RequestInfo) => entries.get(urlOf(request))?.response.clone(),
      put: async (request: Request, response: Response) => {
        if (failure) throw failure
        entries.delete(request.url)
        entries.set(request.url, { request, response })
      },
      keys: async () => [...entries.values()].map(({ request }) => request),
      delete: async (request: RequestInfo) => entries.delete(urlOf(request)),
    }
  }
  const caches = {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  }
  return { all, caches, fail: (error: Error) => void (failure = error) }
}
