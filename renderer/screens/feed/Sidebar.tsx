import { useDispatch } from 'react-redux'
import { authOpened, useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { TagCloud } from '../followTags/index.ts'
import styles from './Sidebar.module.css'

/** Below the tag cloud, so it moves nothing. */
const Suggestions = lazyComponent(() => import('./Suggestions.tsx'))

/** Sidebar of the feed, or above it on narrow screens: tag cloud and suggestions. Visitors get a prompt to sign up. */
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
