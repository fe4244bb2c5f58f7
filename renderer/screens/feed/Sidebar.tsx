import { useDispatch } from 'react-redux'
import { authOpened, useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { TagCloud } from '../followTags/index.ts'
import styles from './Sidebar.module.css'

/** Loaded lazily: it is the last part of the sidebar, so its late appearance causes no layout shift. */
const Suggestions = lazyComponent(() => import('./Suggestions.tsx'))

/**
 * Beside the feed: tag cloud and suggestions, or a sign-up prompt for visitors. On narrow screens, `FeedScreen` renders
 * it above the feed, for members only and without suggestions.
 */
export function Sidebar({ showsSuggestions }: { showsSuggestions: boolean }) {
  const { me } = useMe()
  const { readOnly } = useSite()
  if (!me)
    return readOnly ? null : (
      <aside className={styles.side}>
        <SignUpPrompt />
      </aside>
    )
  return (
    <aside className={styles.side} aria-label={t.feed.side}>
      <TagCloud />
      {showsSuggestions && <Suggestions />}
    </aside>
  )
}

function SignUpPrompt() {
  const dispatch = useDispatch()
  return (
    <section className={styles.join} aria-labelledby="join">
      <h2 id="join" className={styles.title}>
        {t.feed.join}
      </h2>
      <p className={styles.text}>{t.feed.joinText}</p>
      <Button kind="primary" onClick={() => dispatch(authOpened({ mode: 'signup' }))}>
        {t.feed.signUp}
      </Button>
    </section>
  )
}
