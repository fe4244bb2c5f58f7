import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { tagKey } from '#contract/rules.ts'
import { authOpened, useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { usePageTitle } from '#ui/page.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { FindTag } from './FindTag.tsx'
import { Progress } from './Progress.tsx'
import { TagPick } from './TagPick.tsx'
import { useFollowing } from './useFollowing.ts'
import { enoughTags, useOwnTags, useProposedTags } from './useTags.ts'
import styles from './FollowTagsScreen.module.css'

/** `/followtags`: tags to follow, of what is proposed and of what one finds oneself (R20). */
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
        <p className={styles.text}>{readOnly ? t.followTags.readOnly : me ? t.followTags.text(enoughTags) : t.followTags.visitor}</p>
      </header>
      {me ? (
        <Picker key={me.uid} />
      ) : (
        <>
          <Proposed />
          <SignIn />
        </>
      )}
    </div>
  )
}

/** More tags than anybody picks one by one. */
const most = 100

function Picker() {
  const { readOnly } = useSite()
  const own = useOwnTags(most)
  const { count, changed } = useFollowing(own.tags, own.total)
  const [found, setFound] = useState<readonly string[]>([])
  // What was followed before stands below as long as one is here, so that it can be taken back.
  const [before, setBefore] = useState<readonly string[] | null>(null)
  if (before === null && own.state === 'ready') setBefore(own.tags)
  const add = (name: string) => {
    setFound((before) => (before.some((one) => tagKey(one) === tagKey(name)) ? before : [name, ...before]))
    changed(name, true)
  }
  return (
    <>
      {!readOnly && <Progress count={own.state === 'ready' ? count : null} />}
      {!readOnly && <FindTag onFound={add} />}
      {found.length > 0 && (
        <ul className={styles.tags}>
          {found.map((name) => (
            <li key={name}>
              <TagPick name={name} onChange={changed} />
            </li>
          ))}
        </ul>
      )}
      <Proposed onChange={changed} />
      {before !== null && before.length > 0 && (
        <section className={styles.section} aria-labelledby="followed-tags">
          <h2 id="followed-tags" className={styles.title}>
            {t.followTags.followed}
          </h2>
          <ul className={styles.tags}>
            {before.map((name) => (
              <li key={name}>
                <TagPick name={name} onChange={changed} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ButtonLink href="/activity" kind={count >= enoughTags ? 'primary' : 'quiet'} className={styles.done}>
        {t.followTags.done}
      </ButtonLink>
    </>
  )
}

function Proposed({ onChange }: { onChange?: (name: string, on: boolean) => void }) {
  const { tags, state, retry } = useProposedTags()
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
              <TagPick name={name} {...(onChange && { onChange })} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function SignIn() {
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
