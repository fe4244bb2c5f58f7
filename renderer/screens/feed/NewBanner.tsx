import { useRef } from 'react'
import { ArrowUp } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { useFocusFallback } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import type { NewItems } from './useNewItems.ts'
import type { Refresh } from './useRefresh.ts'
import styles from './NewBanner.module.css'

/** The "N New" button, fixed below the top bar (N3). The live region exists before its text changes. */
export function NewBanner({ news, busy, refresh }: { news: NewItems } & Omit<Refresh, 'updates'>) {
  const banner = useRef<HTMLDivElement>(null)
  // New items are at the top of the feed.
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

/** Short report after a refresh; disappears by itself (N4). */
export const UpdatesBox = ({ updates }: { updates: string | null }) => (
  <div role="status">
    {updates !== null && (
      <p className={styles.box}>
        <strong className={styles.mark}>{t.feed.updates}</strong> {updates}
      </p>
    )}
  </div>
)
