import { useEffect, useState } from 'react'
import { Code, Image, Link2, Mail, MonitorDown, Share } from 'lucide-react'
import type { Network } from '#contract/rules.ts'
import { failureMessage, track, useBeadQuery, useMe, useSite } from '#data/index.ts'
import { useAutoshareMutation, useRecountSharesMutation } from '#data/sharing.ts'
import { canOpenApp, openInApp, platform } from '#host/platform.ts'
import { t } from '#texts/index.ts'
import { copyLink } from '#ui/copyLink.ts'
import { Icon } from '#ui/Icon.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { MenuPopup, type MenuItem } from '#ui/Menu.tsx'
import type { MenuWindow } from '#ui/MenuButton.tsx'
import { NetworkMark } from '#ui/NetworkMark.tsx'
import { showToast } from '#ui/toast.ts'
import { openShareWindow, shareAddress } from './networks.ts'
import type { ShareTarget } from './shareTarget.ts'

const EmailShare = lazyComponent(() => import('./EmailShare.tsx'))
const EmbedDialog = lazyComponent(() => import('../embedCode/index.ts').then(({ EmbedDialog }) => ({ default: EmbedDialog })))
const LinkDialog = lazyComponent(() => import('../embedCode/index.ts').then(({ LinkDialog }) => ({ default: LinkDialog })))
const TweetPicture = lazyComponent(() => import('./TweetPicture.tsx'))

interface ShareMenuProps extends MenuWindow {
  of: ShareTarget
}

/** Menu of share targets, with the share count. */
export default function ShareMenu({ of, ...window }: ShareMenuProps) {
  const { id, kind, title, isDraft = false } = of
  const { me } = useMe()
  const { readOnly, staff } = useSite()
  const [dialog, setDialog] = useState<'email' | 'picture' | 'embed' | 'link' | null>(null)
  // For the embed code. Already cached by the page that shows the playlist.
  const { currentData: bead } = useBeadQuery({ params: { id } }, { skip: kind !== 'bead' })
  const embedded = kind === 'post' ? { kind, id, title } : bead && { kind, id, title: bead.title }
  const [shares, setShares] = useShares(of, window.open && !readOnly)
  const [autoshare] = useAutoshareMutation()
  const url = new URL(of.href, location.origin).href
  /** Analytics event ("shared to"). */
  const report = (to: string) => track('share', { id, to })

  /** Opens the network's share dialog in a pop-up; if the browser blocks it, a toast offers a new tab. */
  const toNetwork = async (network: Network) => {
    const address = shareAddress(network, url, title)
    const popup = openShareWindow()
    if (!popup) {
      const reopen = () => void openTab(address)
      return showToast({
        text: t.share.blocked,
        kind: 'error',
        length: 'long',
        now: true,
        action: { label: t.share.open, onSelect: reopen },
      })
    }
    report(network)
    if (network !== 'twitter' || !me?.hasTwitter || readOnly) return popup.navigate(address)
    // Members with a connected account get the server's tweet text (autoshare).
    const { data, error } = await autoshare({ id, kind })
    if (error) {
      popup.close()
      showToast({ text: failureMessage(error), kind: 'error', now: true })
    } else popup.navigate(data.offers[0]?.href ?? address)
  }
  /** Opens the share sheet of the operating system. */
  const byDevice = () => {
    // Rejects when the user cancels the share sheet.
    navigator.share({ title, url }).then(
      () => report('device'),
      () => undefined,
    )
  }
  const device: MenuItem[] =
    'share' in navigator && !isDraft ? [{ id: 'device', label: t.share.device, icon: <Icon as={Share} />, onSelect: byDevice }] : []
  // On touch devices the native share sheet is the first entry.
  const touch = matchMedia('(pointer: coarse)').matches
  const networks: MenuItem[] = isDraft
    ? []
    : (['facebook', 'twitter'] as const).map((network) => ({
        id: network,
        label: t.share.on(t.common.networks[network]),
        icon: <NetworkMark network={network} />,
        onSelect: () => void toNetwork(network),
      }))
  const items: MenuItem[] = [
    ...(touch ? device : []),
    ...networks,
    {
      id: 'link',
      label: t.share.link,
      icon: <Icon as={Link2} />,
      onSelect: () => {
        report('link')
        // Where the clipboard is unavailable, show the link for manual copying (B8).
        void copyLink(of.href, t.share).then((copied) => copied || setDialog('link'))
      },
    },
    ...(canOpenApp(platform, navigator)
      ? [
          {
            id: 'openApp',
            label: t.menu.entries.openApp,
            icon: <Icon as={MonitorDown} />,
            onSelect: () => openInApp(new URL(url).pathname + new URL(url).search),
          },
        ]
      : []),
    ...(readOnly
      ? []
      : [
          { id: 'email', label: me ? t.share.emailOrMembers : t.share.email, icon: <Icon as={Mail} />, onSelect: () => setDialog('email') },
        ]),
    ...(embedded && !isDraft ? [{ id: 'embed', label: t.share.embed, icon: <Icon as={Code} />, onSelect: () => setDialog('embed') }] : []),
    ...(me && !readOnly && !isDraft && (me.isAdmin || staff.includes(me.uid))
      ? [{ id: 'picture', label: t.share.tweetPicture, icon: <Icon as={Image} />, onSelect: () => setDialog('picture') }]
      : []),
    ...(touch ? [] : device),
  ]
  return (
    <>
      <MenuPopup
        {...window}
        items={items}
        label={t.common.shareOf(title)}
        align="end"
        note={shares === null || shares === 0 ? undefined : t.share.count(shares)}
      />
      {dialog === 'email' && <EmailShare of={of} onShared={setShares} onClose={() => setDialog(null)} onFailed={() => setDialog(null)} />}
      {dialog === 'link' && <LinkDialog of={of} onClose={() => setDialog(null)} onFailed={() => setDialog(null)} />}
      {dialog === 'embed' && embedded && <EmbedDialog of={embedded} onClose={() => setDialog(null)} onFailed={() => setDialog(null)} />}
      {dialog === 'picture' && <TweetPicture of={of} onClose={() => setDialog(null)} onFailed={() => setDialog(null)} />}
    </>
  )
}

const openTab = (address: string): Window | null => window.open(address, '_blank', 'noopener')

/**
 * Share count including social networks, requested when the menu opens; null until then. Also returns a function that
 * sets it.
 */
function useShares({ kind, id }: ShareTarget, enabled: boolean): [number | null, (count: number) => void] {
  const [shares, setShares] = useState<number | null>(null)
  const [recount] = useRecountSharesMutation()
  useEffect(() => {
    if (!enabled) return
    let cancelled = false
    void recount({ kind, id }).then(({ data }) => {
      if (data && !cancelled) setShares(data.count)
    })
    return () => {
      cancelled = true
    }
  }, [enabled, kind, id, recount])
  return [shares, setShares]
}
