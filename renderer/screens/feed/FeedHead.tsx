import { ListFilter } from 'lucide-react'
import { useLocation } from 'wouter'
import { feedHref, type FeedPageKind } from '#contract/pages/feed.ts'
import { categories, type Category } from '#contract/rules.ts'
import { useMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Menu } from '#ui/Menu.tsx'
import { SortBar } from '#ui/SortBar.tsx'
import { PlayAll } from '#widgets/playAll/index.ts'
import { sourceOf, type FeedContext } from './context.ts'
import styles from './FeedHead.module.css'

/** Title of the feed, links to the other kind of feed, category menu and "Play all". */
export function FeedHead({ kind, context }: { kind: FeedPageKind; context: FeedContext }) {
  const { me } = useMe()
  const { readOnly } = useSite()
  const category = context.kind === 'profile' ? null : context.category
  const kinds = ['activity', 'trending'] as const
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 tabIndex={-1} className={styles.title}>
          {kind === 'activity' && !me ? t.feed.home : t.feed[kind]}
        </h1>
        <p className={styles.intro}>
          {t.feed.intro[kind === 'trending' ? 'trending' : me ? 'activity' : readOnly ? 'readOnly' : 'visitor']}
        </p>
      </div>
      <div className={styles.acts}>
        <CategoryMenu kind={kind} category={category} />
        <PlayAll source={sourceOf(context)} />
      </div>
      <div className={styles.kinds}>
        <SortBar
          label={t.feed.kinds}
          current={kind}
          options={kinds.map((id) => ({ id, title: t.feed[id], href: feedHref(id, category) }))}
        />
      </div>
    </header>
  )
}

/** A menu of all categories. Each has its own URL, so choosing one is a navigation. */
function CategoryMenu({ kind, category }: { kind: FeedPageKind; category: Category | null }) {
  const [, navigate] = useLocation()
  const choice = (id: Category | null) => ({
    id: id ?? 'all',
    label: id ? t.categories[id] : t.feed.everything,
    checked: id === category,
    onSelect: () => navigate(feedHref(kind, id)),
  })
  return (
    <Menu
      label={t.feed.category}
      items={[null, ...categories].map(choice)}
      trigger={(properties) => (
        <Button
          {...properties}
          icon={<Icon as={ListFilter} size={18} />}
          aria-label={`${t.feed.category}: ${category ? t.categories[category] : t.feed.everything}`}
        >
          {category ? t.categories[category] : t.feed.everything}
        </Button>
      )}
    />
  )
}
