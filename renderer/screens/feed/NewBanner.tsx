import { useRef } from 'react'
import { ArrowUp } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { useFocusFallback } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import type { NewItems } from './useNewItems.ts'
import type { Refresh } from './useRefresh.ts'
import styles from './NewBanner.module.css'

/**
 * The "N New" button, sticky below the top bar (N3). The live region is always mounted, so that screen readers announce
 * the button when it appears.
 */
export function NewBanner({ news, busy, refresh }: { news: NewItems } & Omit<Refresh, 'updates'>) {
  const banner = useRef<HTMLDivElement>(null)
  // The button disappears after a refresh. New items are at the top of the feed: move the focus to the heading.
  useFocusFallback(banner, () => document.querySelector('main h1'))
  return (
    <div ref={banner} role="status" className={styles.banner}>
      {news.count > 0 && (
        <Button
          data-over-page
          kind="primary"
          size="small"
          busy={busy}
          className={styles.new}
          icon={<Icon as={ArrowUp} size={18} />}
          onClick={() => void refresh()}
        >
          {t.feed.newer(news.text)}
        </Button>
      )}
    </div>
  )
}

/** A short report after a refresh. `useRefresh` hides it after a few seconds (N4). */
export const UpdatesBox = ({ updates }: { updates: string | null }) => (
  <div role="status">
    {updates !== null && (
      <p className={styles.box}>
        <strong className={styles.mark}>{t.feed.updates}</strong> {updates}
      </p>
    )}
  </div>
)
