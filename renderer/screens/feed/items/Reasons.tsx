import { ArrowRight, ChevronDown, ListMinus, UserRoundMinus, X } from 'lucide-react'
import { feedHref } from '#contract/pages/feed.ts'
import { useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import { hrefOf, nameOf, type Followed } from '../sentence.ts'
import styles from './Reasons.module.css'

export interface ReasonActs {
  onUnfollow(reason: Followed): void
  onFewer(reason: Followed): void
}

interface ReasonsProps extends ReasonActs {
  reasons: readonly Followed[]
  /** Whom one follows, of those who follow it. */
  followers?: readonly Followed[]
}

/** Why something is here, as something that can be tapped: gone to, left, or asked for less of (BZ9). */
export const Reasons = ({ reasons, followers = [], ...acts }: ReasonsProps) => (
  <p className={styles.reasons}>
    {reasons.map((reason, n) => (
      <Reason key={reason.id} reason={reason} says={(n === 0 ? t.feed.because : t.feed.alsoBecause)(nameOf(reason))} {...acts} />
    ))}
    {followers.map((reason, n) => (
      <Reason key={`by ${reason.id}`} reason={reason} says={(n === 0 ? t.feed.followedBy : t.feed.alsoBecause)(nameOf(reason))} {...acts} />
    ))}
  </p>
)

function Reason({ reason, says, onUnfollow, onFewer }: ReasonActs & { reason: Followed; says: string }) {
  const { readOnly } = useSite()
  const name = nameOf(reason)
  const items: MenuItem[] = [
    { id: 'go', label: t.feed.goTo(name), icon: <Icon as={ArrowRight} />, href: hrefOf(reason) },
    ...(readOnly
      ? []
      : [
          { id: 'unfollow', label: t.feed.unfollow(name), icon: <Icon as={UserRoundMinus} />, onSelect: () => onUnfollow(reason) },
          { id: 'fewer', label: t.feed.fewer, icon: <Icon as={ListMinus} />, onSelect: () => onFewer(reason) },
        ]),
  ]
  return <ReasonMenu says={says} about={name} items={items} />
}

/** What many like, and nobody whom one follows: gone to, or not suggested again. */
export function Popular({ onDismiss }: { onDismiss: () => void }) {
  const { readOnly } = useSite()
  const items: MenuItem[] = [
    { id: 'go', label: t.feed.goTo(t.feed.trending), icon: <Icon as={ArrowRight} />, href: feedHref('trending', null) },
    ...(readOnly ? [] : [{ id: 'dismiss', label: t.feed.dismiss, icon: <Icon as={X} />, onSelect: onDismiss }]),
  ]
  return (
    <p className={styles.reasons}>
      <ReasonMenu says={t.feed.popular} about={t.feed.popular} items={items} />
    </p>
  )
}

function ReasonMenu({ says, about, items }: { says: string; about: string; items: MenuItem[] }) {
  return (
    <Menu
      label={t.feed.menuOf(about)}
      align="start"
      items={items}
      trigger={(properties) => (
        <button type="button" {...properties} className={styles.reason}>
          <span>{says}</span>
          <Icon as={ChevronDown} size={14} />
        </button>
      )}
    />
  )
}
