import { ListMusic } from 'lucide-react'
import { useDispatch } from 'react-redux'
import { useLocation } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { authOpened, useIntent, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/States.tsx'
import { useCanAddPost } from './Composer.tsx'
import { useFilterAddress, type FilterAddress } from './filters/useFilterAddress.ts'
import type { PostFeed } from './usePostFeed.ts'

/** Shown in place of an empty list: the reason, and the next action. */
export function EmptyFeed({ bead, feed: { sort, state, filtered } }: { bead: Bead; feed: Pick<PostFeed, 'sort' | 'state' | 'filtered'> }) {
  const intend = useIntent()
  const mayAdd = useCanAddPost(bead)
  const [path] = useLocation()
  const address = useFilterAddress(bead)
  if (state === 'visitor') return <VisitorPrompt />
  if (filtered) {
    const isOwnCollection = address.params.get('collectedby') === 'self' && address.filters === 1
    return (
      <EmptyState
        title={isOwnCollection ? t.beadPage.ownEmptyTitle : t.beadPage.emptyTitle}
        action={<ButtonLink href={address.all}>{t.beadPage.showAll}</ButtonLink>}
      >
        {isOwnCollection ? t.beadPage.ownEmptyText : emptyReason(address)}
      </EmptyState>
    )
  }
  // The requested order contains none of the posts, for example `top`, which needs activity.
  if (bead.postCount > 0)
    return (
      <EmptyState title={t.beadPage.orderTitle} action={<ButtonLink href={`${path}?sort=recent`}>{t.beadPage.showRecent}</ButtonLink>}>
        {sort === 'top' && t.beadPage.orderText}
      </EmptyState>
    )
  return (
    <EmptyState
      title={t.beadPage.nothingTitle}
      icon={<Icon as={ListMusic} size={28} />}
      action={
        mayAdd && (
          <Button kind="primary" onClick={() => intend({ type: 'addpost', id: bead.id })}>
            {t.bead.addPost}
          </Button>
        )
      }
    >
      {t.beadPage.nothingText}
    </EmptyState>
  )
}

/** Why no post matches the filters. */
function emptyReason({ params, filters }: FilterAddress): string | null {
  const [tag, filter] = [params.get('tag'), params.get('filter')]
  if (filters > 1) return t.beadPage.emptySeveral
  return tag !== null
    ? t.beadPage.emptyTag(tag)
    : filter !== null
      ? t.beadPage.emptyFilter(filter)
      : params.has('createdby')
        ? t.beadPage.emptyCreator
        : null
}

/** The address filters by the viewer's own collection, but the viewer is a visitor. */
function VisitorPrompt() {
  const dispatch = useDispatch()
  const { readOnly } = useSite()
  const mode = readOnly ? 'login' : 'signup'
  return (
    <EmptyState
      title={t.beadPage.visitorTitle}
      action={
        <Button kind="primary" onClick={() => dispatch(authOpened({ mode }))}>
          {readOnly ? t.beadPage.signIn : t.beadPage.signUp}
        </Button>
      }
    >
      {readOnly ? t.beadPage.readOnlyText : t.beadPage.visitorText}
    </EmptyState>
  )
}
