/** Polyfills for Chrome before 120 and Safari before 17. The oldest supported browsers are in server/contract/browsers.js. */
if (!('canParse' in URL)) {
  Object.assign(URL, {
    canParse(url: string, base?: string) {
      try {
        return Boolean(new URL(url, base))
      } catch {
        return false
      }
    },
  })
}

if (!('size' in URLSearchParams.prototype)) {
  Object.defineProperty(URLSearchParams.prototype, 'size', {
    configurable: true,
    get(this: URLSearchParams) {
      return [...this].length
    },
  })
}

export {}
