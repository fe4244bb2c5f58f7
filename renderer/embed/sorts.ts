/**
 * Loads the list in another order without leaving the document, which would stop what plays. The links of the orders work without it: they
 * are followed while nothing plays, and where the request fails, such as in a sandboxed frame.
 */
import type { WidgetData } from '#contract/widget.ts'

interface SortHooks {
  /** Whether leaving the document would stop something. */
  isPlayerOpen(): boolean
  onLoaded(data: WidgetData): void
}

export const readData = (document: Document): WidgetData | null => {
  const content = document.getElementById('strand-widget')?.textContent
  return content == null ? null : (JSON.parse(content) as WidgetData)
}

async function loadOrder(href: string): Promise<WidgetData> {
  const response = await fetch(href, { credentials: 'omit' })
  // A document of a parser runs no scripts.
  const loaded = new DOMParser().parseFromString(await response.text(), 'text/html')
  const [data, lists] = [readData(loaded), loaded.querySelector('.lists')]
  if (!response.ok || data === null || lists === null) throw new Error(`Status ${response.status}`)
  document.querySelector('.lists')?.replaceWith(document.adoptNode(lists))
  return data
}

export function handleSorts({ isPlayerOpen, onLoaded }: SortHooks): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.sorts a') : null
    if (link === null || !isPlayerOpen() || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    loadOrder(link.href).then(
      (data) => {
        // The pop-up opens with the same order.
        history.replaceState(null, '', link.href)
        onLoaded(data)
        document.querySelector<HTMLElement>('.sorts [aria-current]')?.focus()
      },
      () => location.assign(link.href),
    )
  })
}
