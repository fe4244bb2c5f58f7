import { Link2, Share2 } from 'lucide-react'
import type { QueueItem } from '../../player/index.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { copyLink } from '../../ui/copyLink.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Hands the post's address on: by the clipboard, and by the device's own sheet where it has one. */
export function Share({ item }: { item: QueueItem }) {
  const path = `/${item.href}`
  const hand = () => {
    // Rejects where the person thinks better of it, which is none of our business.
    void navigator.share({ title: item.title, url: new URL(path, location.origin).href }).catch(() => undefined)
  }
  return (
    <>
      <Button size="small" kind="plain" icon={<Icon as={Link2} size={18} />} onClick={() => void copyLink(path, t.player)}>{t.player.copy}</Button>
      {'share' in navigator && (
        <Button size="small" kind="plain" icon={<Icon as={Share2} size={18} />} onClick={hand}>{t.player.share}</Button>
      )}
    </>
  )
}
