/** Telling the networks of a post (D8): the member does it in a window of the network's own. */
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'
import type { Form } from './form.ts'

interface Offer {
  network: 'facebook' | 'twitter'
  href: string
}

/**
 * Called in the press itself, for later no browser opens a window. Where one is refused all the same, a toast has the
 * way there.
 */
export function beginSharing({ facebook, twitter }: Pick<Form, 'facebook' | 'twitter'>): { finish: (offers: readonly Offer[]) => void } {
  const wanted = [...(facebook ? (['facebook'] as const) : []), ...(twitter ? (['twitter'] as const) : [])]
  const windows = new Map(
    wanted.map((network, n) => [
      network,
      window.open('about:blank', `strand-share-${network}`, `width=640,height=520,left=${80 + n * 60},top=${80 + n * 60}`),
    ]),
  )
  return {
    finish(offers) {
      for (const [network, opened] of windows) {
        const offer = offers.find((one) => one.network === network)
        if (!offer) opened?.close()
        else if (opened && !opened.closed) {
          opened.opener = null
          opened.location.href = offer.href
        } else
          showToast({
            text: t.wizard.shareBlocked(t.common.networks[network]),
            length: 'long',
            action: { label: t.wizard.shareOpen, onSelect: () => void window.open(offer.href, '_blank', 'noopener') },
          })
      }
    },
  }
}
