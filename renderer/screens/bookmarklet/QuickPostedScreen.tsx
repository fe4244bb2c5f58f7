import { Check } from 'lucide-react'
import { pageTitles } from '#contract/messages.ts'
import type { Post } from '#contract/schemas.ts'
import { failureMessage, usePostQuery } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Image } from '#ui/Image.tsx'
import { usePageTitle } from '#ui/page.ts'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { CloseButton } from './CloseButton.tsx'
import { isPopupWindow } from './popupWindow.ts'
import { siteOf } from './sharedContent.ts'
import styles from './QuickPost.module.css'

/** `/bookmarklet/post/{id}`: confirms that the post is published (D12). */
export default function QuickPostedScreen({ id }: { id: string }) {
  usePageTitle(pageTitles.quickPosted)
  const { data: post, error, refetch } = usePostQuery({ params: { id } })
  if (error && !post) return <ErrorState level={1} message={failureMessage(error)} onRetry={() => void refetch()} />
  return (
    <div className={styles.screen}>
      <span className={styles.mark} data-done="" aria-hidden="true">
        <Icon as={Check} />
      </span>
      <h1 tabIndex={-1} className={styles.heading}>
        {t.bookmarklet.post.posted}
      </h1>
      {post ? (
        <Posted post={post} />
      ) : (
        <SkeletonGroup label={t.common.loading}>
          <Skeleton ratio="16/9" />
        </SkeletonGroup>
      )}
    </div>
  )
}

function Posted({ post: { href, title, bead, media } }: { post: Post }) {
  const isPopup = isPopupWindow()
  const source = media !== null && URL.canParse(media.href) ? new URL(media.href) : null
  return (
    <>
      <p className={styles.text}>{t.bookmarklet.post.postedIn(bead.title)}</p>
      <div className={styles.post}>
        {media?.image !== undefined && <Image src={media.image} alt="" seed={media.href} eager className={styles.picture} />}
        <p className={styles.title}>{title}</p>
      </div>
      <div className={styles.actions}>
        <ButtonLink href={`/${href}`} kind="primary" newWindow={isPopup}>
          {t.bookmarklet.post.view}
        </ButtonLink>
        <CloseButton />
        {!isPopup && source !== null && (
          <a href={source.href} rel="nofollow noopener" className={styles.back}>
            {t.bookmarklet.post.back(siteOf(source))}
          </a>
        )}
      </div>
    </>
  )
}
