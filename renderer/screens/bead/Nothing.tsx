import { ListMusic } from 'lucide-react'
import { useDispatch } from 'react-redux'
import { useLocation } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { authOpened, useIntent, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/States.tsx'
import { useMayAdd } from './Composer.tsx'
import { useAddress, type Address } from './filters/address.ts'
import type { PostFeed } from './usePostFeed.ts'

/** A list of posts that holds none: why, and what to do about it. */
export function Nothing({ bead, feed: { sort, state, filtered } }: { bead: Bead; feed: Pick<PostFeed, 'sort' | 'state' | 'filtered'> }) {
  const intend = useIntent()
  const mayAdd = useMayAdd(bead)
  const [path] = useLocation()
  const address = useAddress(bead)
  if (state === 'visitor') return <Visitors />
  if (filtered) {
    const own = address.params.get('collectedby') === 'self' && address.filters === 1
    return (
      <EmptyState
        title={own ? t.beadPage.ownEmptyTitle : t.beadPage.emptyTitle}
        action={<ButtonLink href={address.all}>{t.beadPage.showAll}</ButtonLink>}
      >
        {own ? t.beadPage.ownEmptyText : whyNone(address)}
      </EmptyState>
    )
  }
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

function whyNone({ params, filters }: Address): string | null {
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

/** Where an address asks for the reader's own collection and nobody is signed in. */
function Visitors() {
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
