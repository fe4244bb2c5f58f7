/**
 * One listener for all links of the page, including those in members' texts: internal pages open without a reload, and their code is
 * preloaded on hover or focus.
 */
import { navigate } from './history.ts'
import { leavesApp } from './routes.ts'

/** The address of an internal link, otherwise null. */
function internalUrl(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return null
  const url = new URL(link.href, location.href)
  return url.origin === location.origin && !leavesApp(url.pathname) ? url : null
}

/**
 * Returns a function to call once React is attached to the page. Until then a pressed link waits: another address during
 * hydration would render another screen than the server's HTML.
 * @param preload loads the code of the screen at a path.
 */
export function followLinks(document: Document, preload: (path: string) => unknown): () => void {
  let isAttached = false
  let waiting: string | null = null
  document.addEventListener('click', (event) => {
    const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    const url = internalUrl(event.target)
    if (!url) return
    const samePage = url.pathname === location.pathname && url.search === location.search
    // The browser scrolls to the fragment by itself.
    if (samePage && url.hash !== '') return
    event.preventDefault()
    const address = url.pathname + url.search + url.hash
    if (isAttached) navigate(address)
    else waiting = address
  })
  const preloadTarget = ({ target }: Event) => {
    const url = internalUrl(target)
    if (url) preload(url.pathname)
  }
  document.addEventListener('pointerover', preloadTarget, { passive: true })
  document.addEventListener('focusin', preloadTarget)
  return () => {
    isAttached = true
    if (waiting !== null) navigate(waiting)
    waiting = null
  }
}
