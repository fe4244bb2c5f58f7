import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { tagKey } from '#contract/rules.ts'
import { authOpened, useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { usePageTitle } from '#ui/page.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { TagSearch } from './TagSearch.tsx'
import { Progress } from './Progress.tsx'
import { FollowTagButton } from './FollowTagButton.tsx'
import { useFollowedCount } from './useFollowedCount.ts'
import { targetTagCount, useFollowedTags, useSuggestedTags } from './useTags.ts'
import styles from './FollowTagsScreen.module.css'

/** `/followtags`: the member follows suggested tags, or tags entered in a search field (R20). */
export default function FollowTagsScreen() {
  usePageTitle(t.followTags.title)
  const { me, loading } = useMe()
  const { readOnly } = useSite()
  if (loading) return null
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1 tabIndex={-1} className={styles.heading}>
          {t.followTags.heading}
        </h1>
        <p className={styles.text}>{readOnly ? t.followTags.readOnly : me ? t.followTags.text(targetTagCount) : t.followTags.visitor}</p>
      </header>
      {me ? (
        <TagPicker key={me.uid} />
      ) : (
        <>
          <SuggestedTags />
          <SignInButtons />
        </>
      )}
    </div>
  )
}

/** Maximum number of followed tags that are listed here. */
const maxOwnTags = 100

/** The page for members: progress, search field, suggested tags and followed tags. */
function TagPicker() {
  const { readOnly } = useSite()
  const own = useFollowedTags(maxOwnTags)
  const { count, recordChange } = useFollowedCount(own.tags, own.total)
  const [searchedTags, setSearchedTags] = useState<readonly string[]>([])
  // A snapshot of the followed tags: unfollowed ones stay in the list, so that they can be followed again.
  const [initialTags, setInitialTags] = useState<readonly string[] | null>(null)
  if (initialTags === null && own.state === 'ready') setInitialTags(own.tags)
  const add = (name: string) => {
    setSearchedTags((before) => (before.some((tag) => tagKey(tag) === tagKey(name)) ? before : [name, ...before]))
    recordChange(name, true)
  }
  return (
    <>
      {!readOnly && <Progress count={own.state === 'ready' ? count : null} />}
      {!readOnly && <TagSearch onFollowed={add} />}
      {searchedTags.length > 0 && (
        <ul className={styles.tags}>
          {searchedTags.map((name) => (
            <li key={name}>
              <FollowTagButton name={name} onChange={recordChange} />
            </li>
          ))}
        </ul>
      )}
      <SuggestedTags onChange={recordChange} />
      {initialTags !== null && initialTags.length > 0 && (
        <section className={styles.section} aria-labelledby="followed-tags">
          <h2 id="followed-tags" className={styles.title}>
            {t.followTags.followed}
          </h2>
          <ul className={styles.tags}>
            {initialTags.map((name) => (
              <li key={name}>
                <FollowTagButton name={name} onChange={recordChange} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ButtonLink href="/activity" kind={count >= targetTagCount ? 'primary' : 'quiet'} className={styles.done}>
        {t.followTags.done}
      </ButtonLink>
    </>
  )
}

function SuggestedTags({ onChange }: { onChange?: (name: string, on: boolean) => void }) {
  const { tags, state, retry } = useSuggestedTags()
  return (
    <section className={styles.section} aria-labelledby="proposed-tags">
      <h2 id="proposed-tags" className={styles.title}>
        {t.followTags.suggested}
      </h2>
      {state === 'loading' && (
        <SkeletonGroup label={t.followTags.loading} className={styles.tags}>
          {[7, 9, 6, 8, 10, 7, 6, 9].map((width, n) => (
            <Skeleton key={n} width={`${width}rem`} height="2.25rem" />
          ))}
        </SkeletonGroup>
      )}
      {state === 'failed' && <ErrorState title={t.followTags.failed} onRetry={retry} />}
      {tags.length > 0 && (
        <ul className={styles.tags}>
          {tags.map((name) => (
            <li key={name}>
              <FollowTagButton name={name} {...(onChange && { onChange })} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function SignInButtons() {
  const dispatch = useDispatch()
  const { readOnly } = useSite()
  return (
    <div className={styles.acts}>
      {!readOnly && (
        <Button kind="primary" onClick={() => dispatch(authOpened({ mode: 'signup' }))}>
          {t.followTags.signUp}
        </Button>
      )}
      <Button onClick={() => dispatch(authOpened({ mode: 'login' }))}>{t.followTags.logIn}</Button>
    </div>
  )
}
