import { useEffect, useMemo, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { useSearch } from 'wouter'
import { Inbox, PenLine } from 'lucide-react'
import { pageTitles } from '#contract/messages.ts'
import { authOpened, readIntent, runIntent, useMe, useSite, type Intent } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { usePageTitle } from '#ui/page.ts'
import { EmptyState } from '#ui/States.tsx'
import { CloseButton } from './CloseButton.tsx'
import { rememberPopup } from './popupWindow.ts'
import { parseQuickPost, siteOf, type QuickPost } from './sharedContent.ts'
import styles from './QuickPost.module.css'

const intentOf = ({ link, shared }: QuickPost): Intent => ({ type: 'addpost', ...(link !== null && { link }), shared })

/**
 * `/bookmarklet/post`: opens the post wizard with what the bookmarklet, another app or a `strand://` link shares (D12). The member
 * publishes it: other sites can open this address too.
 */
export default function QuickPostScreen() {
  usePageTitle(pageTitles.quickPost)
  const search = useSearch()
  // Before the first render of the button that closes the window.
  useState(() => rememberPopup(search))
  const content = useMemo(() => parseQuickPost(search), [search])
  const { me, loading } = useMe()
  const { readOnly } = useSite()
  const dispatch = useDispatch()
  const start = (intent: Intent) => {
    if (me) runIntent(dispatch, intent)
    // Also after the sign-in with a network, which leaves this page.
    else dispatch(authOpened({ mode: 'login', intent }))
  }
  // Once per address: after the wizard or the log-in was closed, only the button opens it again.
  const openedFor = useRef<string | null>(null)
  useEffect(() => {
    if (loading || readOnly || content === null || openedFor.current === search) return
    openedFor.current = search
    // A member who returns from a network: the intent runs by itself.
    if (me === null || readIntent() === null) start(intentOf(content))
  })
  if (content === null)
    return (
      <EmptyState
        level={1}
        icon={<Icon as={Inbox} size={28} />}
        title={t.bookmarklet.post.nothing}
        action={
          <ButtonLink href="/bookmarklet" kind="primary">
            {t.bookmarklet.post.howTo}
          </ButtonLink>
        }
      >
        {t.bookmarklet.post.nothingText}
      </EmptyState>
    )
  const { link, shared } = content
  return (
    <div className={styles.screen}>
      <span className={styles.mark} aria-hidden="true">
        <Icon as={PenLine} />
      </span>
      <h1 tabIndex={-1} className={styles.heading}>
        {t.bookmarklet.post.heading}
      </h1>
      <div className={styles.source}>
        {shared.title !== '' && <p className={styles.title}>{shared.title}</p>}
        {shared.text !== '' && <p className={styles.quote}>{shared.text}</p>}
        {link !== null && <p className={styles.host}>{siteOf(new URL(link))}</p>}
      </div>
      <p className={styles.text}>{readOnly ? t.common.readOnly : t.bookmarklet.post.text}</p>
      <div className={styles.actions}>
        {!readOnly && !loading && (
          <Button kind="primary" onClick={() => start(intentOf(content))}>
            {me ? t.bookmarklet.post.start : t.bookmarklet.post.logIn}
          </Button>
        )}
        <CloseButton />
      </div>
    </div>
  )
}
