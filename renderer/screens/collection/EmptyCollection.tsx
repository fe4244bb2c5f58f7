import { Library, SearchX } from 'lucide-react'
import { collectionHref, isNarrowed, unfiltered, type CollectionQuery } from '#contract/pages/collection.ts'
import type { Member } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/States.tsx'

/** Shown instead of an empty list: no posts match the filters, or the collection has no posts at all. */
export function EmptyCollection({ query, owner }: { query: CollectionQuery; owner: Member | undefined }) {
  if (isNarrowed(query))
    return (
      <EmptyState
        title={t.collection.noMatchesTitle}
        icon={<Icon as={SearchX} size={28} />}
        action={<ButtonLink href={collectionHref(unfiltered(query))}>{t.collection.clear}</ButtonLink>}
      >
        {t.collection.noMatches}
      </EmptyState>
    )
  return (
    <EmptyState
      title={t.collection.noneTitle}
      icon={<Icon as={Library} size={28} />}
      action={
        <ButtonLink href="/discover" kind={query.own ? 'primary' : 'quiet'}>
          {t.collection.discover}
        </ButtonLink>
      }
    >
      {emptyReason(query, owner)}
    </EmptyState>
  )
}

/** Addresses the viewer in the own collection; otherwise names the owner, or the authors of the listed posts. */
function emptyReason({ own, of, filters }: CollectionQuery, owner: Member | undefined): string {
  if (own) return of === 'created' ? t.collection.nonePosted : t.collection.noneOwn
  const name = owner?.name ?? filters.createdby.map((uid) => `@${uid}`).join(', ')
  return of === 'created' ? t.collection.nonePostedBy(name) : t.collection.noneOf(name)
}
