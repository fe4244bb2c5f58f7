import { useRef } from 'react'
import { ArrowUp } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { useKeptFocus } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import type { News } from './useNews.ts'
import type { Refresh } from './useRefresh.ts'
import styles from './News.module.css'

/** 'N New', under the top bar wherever somebody has scrolled to (N3). The region is there before it speaks. */
export function NewBanner({ news, busy, refresh }: { news: News } & Omit<Refresh, 'updates'>) {
  const banner = useRef<HTMLDivElement>(null)
  // What is new stands at the top of the feed.
  useKeptFocus(banner, () => document.querySelector('main h1'))
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
          {t.feed.newer(news.words)}
        </Button>
      )}
    </div>
  )
}

/** What came when the feed was loaded anew; it goes by itself (N4). */
export const UpdatesBox = ({ updates }: { updates: string | null }) => (
  <div role="status" className={styles.updates}>
    {updates !== null && (
      <p className={styles.box}>
        <strong className={styles.mark}>{t.feed.updates}</strong> {updates}
      </p>
    )}
  </div>
)
