/** The social networks that a link is handed on to, and the windows in which that is done. */
import type { Network } from '#contract/rules.ts'

/** Pixels of a share window (A9). */
const width = 500
const height = 350

/** Where somebody at a network says something about an address, filled in. */
export function shareAddress(network: Network, url: string, title: string): string {
  const address = new URL(network === 'twitter' ? 'https://twitter.com/intent/tweet' : 'https://www.facebook.com/sharer/sharer.php')
  if (network === 'twitter') {
    address.searchParams.set('text', title)
    address.searchParams.set('url', url)
  } else address.searchParams.set('u', url)
  return address.href
}

type Place = Pick<Window, 'screenX' | 'screenY' | 'outerWidth' | 'outerHeight'>

/** In the middle of the window that it belongs to. */
export function featuresOf({ screenX, screenY, outerWidth, outerHeight }: Place): string {
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2))
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

/**
 * Opens a share window, which has to happen within the press that asks for it; `go` says where to, now or when that is
 * known. Null where the browser would not open it. What is shown there can do nothing to the page that opened it.
 */
export function openShareWindow(): { go: (address: string) => void; close: () => void } | null {
  const popup = open('', '_blank', featuresOf(window))
  if (!popup) return null
  popup.opener = null
  return {
    go: (address) => popup.location.replace(address),
    close: () => popup.close(),
  }
}
