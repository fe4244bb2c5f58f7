/** Social networks with a share dialog, and its pop-up window. */
import type { Network } from '#contract/rules.ts'
import { platform } from '#host/platform.ts'

/** Size of the share pop-up in pixels (A9). */
const width = 500
const height = 350

/** Address of the network's share dialog, prefilled with link and title. */
export function shareAddress(network: Network, url: string, title: string): string {
  const address = new URL(network === 'twitter' ? 'https://twitter.com/intent/tweet' : 'https://www.facebook.com/sharer/sharer.php')
  if (network === 'twitter') {
    address.searchParams.set('text', title)
    address.searchParams.set('url', url)
  } else address.searchParams.set('u', url)
  return address.href
}

type WindowBounds = Pick<Window, 'screenX' | 'screenY' | 'outerWidth' | 'outerHeight'>

/** `window.open` features that centre the pop-up over the current window. */
export function popupFeatures({ screenX, screenY, outerWidth, outerHeight }: WindowBounds): string {
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2))
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

/**
 * Opens an empty share pop-up. Must be called during the click event, otherwise the browser blocks it; then it returns
 * null. `navigate` sets the address, also later. The pop-up gets no access to this page (`opener` is null). The desktop
 * application shows the address in the system's browser.
 */
export function openShareWindow(): { navigate: (address: string) => void; close: () => void } | null {
  if (platform.name === 'desktop') return { navigate: (address) => void open(address, '_blank', 'noopener'), close: () => undefined }
  const popup = open('', '_blank', popupFeatures(window))
  if (!popup) return null
  popup.opener = null
  return {
    navigate: (address) => popup.location.replace(address),
    close: () => popup.close(),
  }
}
