/** Auto-share (D8): the member confirms in a window of the network. */
import { platform } from '#host/platform.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'
import type { Form } from './form.ts'

interface ShareOffer {
  network: 'facebook' | 'twitter'
  href: string
}

/**
 * Opens an empty window for each chosen network. Must be called in the click handler, otherwise the browser blocks the
 * windows. After the post is sent, `finish` shows the networks' pages in them. A window that was blocked or closed is
 * replaced by a toast with a link. The desktop application opens no windows: there, the toast opens the browser.
 */
export function openShareWindows(
  { facebook, twitter }: Pick<Form, 'facebook' | 'twitter'>,
  { name: app } = platform,
): {
  finish: (offers: readonly ShareOffer[]) => void
} {
  const networks = [...(facebook ? (['facebook'] as const) : []), ...(twitter ? (['twitter'] as const) : [])]
  const windows = new Map(
    networks.map((network, n) => [
      network,
      window.open('about:blank', `strand-share-${network}`, `width=640,height=520,left=${80 + n * 60},top=${80 + n * 60}`),
    ]),
  )
  return {
    finish(offers) {
      for (const [network, shareWindow] of windows) {
        const offer = offers.find((candidate) => candidate.network === network)
        if (!offer) shareWindow?.close()
        else if (shareWindow && !shareWindow.closed) {
          shareWindow.opener = null
          shareWindow.location.href = offer.href
        } else
          showToast({
            text: (app === 'desktop' ? t.wizard.shareInBrowser : t.wizard.shareBlocked)(t.common.networks[network]),
            length: 'long',
            action: { label: t.wizard.shareOpen, onSelect: () => void window.open(offer.href, '_blank', 'noopener') },
          })
      }
    },
  }
}
