/** Google's Cast sender. Google serves it, and allows no copies (decision 47); where it is blocked, Strand works without it. */
/// <reference types="chromecast-caf-sender" />
const address = 'https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1'
/** A script that has not reported in this time (ms) is blocked, or the browser has no Cast; ours. */
const timeoutMs = 5000

export interface CastSdk {
  framework: typeof cast.framework
  api: typeof chrome.cast
}

let loading: Promise<CastSdk | null> | undefined

/** Loads the script once. Null: there is no Cast here. Never rejects. */
export const loadCastSdk = (): Promise<CastSdk | null> => (loading ??= load())

function load(): Promise<CastSdk | null> {
  return new Promise((resolve) => {
    const finish = (isAvailable: boolean): void => {
      clearTimeout(timer)
      const { cast: found, chrome: browser } = window as unknown as { cast?: typeof cast; chrome?: typeof chrome }
      resolve(isAvailable && found !== undefined && browser?.cast !== undefined ? { framework: found.framework, api: browser.cast } : null)
    }
    const timer = setTimeout(finish, timeoutMs, false)
    // Before the script, which calls it.
    window.__onGCastApiAvailable = finish
    const script = document.createElement('script')
    script.src = address
    script.onerror = () => finish(false)
    document.head.append(script)
  })
}
