import { ArrowRight, ChevronDown, ListMinus, UserRoundMinus, X } from 'lucide-react'
import { feedHref } from '#contract/pages/feed.ts'
import { useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import { hrefOf, nameOf, type Followed } from '../sentence.ts'
import styles from './Reasons.module.css'

/** Callbacks of the menu of a reason. */
export interface ReasonActions {
  onUnfollow(reason: Followed): void
  onFewer(reason: Followed): void
}

interface ReasonsProps extends ReasonActions {
  reasons: readonly Followed[]
  /** For a suggestion: members who follow it, and whom the viewer follows. */
  followers?: readonly Followed[]
}

/** The reasons for an item, each with a menu: open, unfollow, fewer like this (BZ9). */
export const Reasons = ({ reasons, followers = [], ...actions }: ReasonsProps) => (
  <p className={styles.reasons}>
    {reasons.map((reason, n) => (
      <Reason key={reason.id} reason={reason} text={(n === 0 ? t.feed.because : t.feed.alsoBecause)(nameOf(reason))} {...actions} />
    ))}
    {followers.map((reason, n) => (
      <Reason
        key={`by ${reason.id}`}
        reason={reason}
        text={(n === 0 ? t.feed.followedBy : t.feed.alsoBecause)(nameOf(reason))}
        {...actions}
      />
    ))}
  </p>
)

function Reason({ reason, text, onUnfollow, onFewer }: ReasonActions & { reason: Followed; text: string }) {
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
  return <ReasonMenu text={text} about={name} items={items} />
}

/** The reason for a suggestion that is only popular. Its menu opens the trending feed or dismisses the suggestion. */
export function PopularReason({ onDismiss }: { onDismiss: () => void }) {
  const { readOnly } = useSite()
  const items: MenuItem[] = [
    { id: 'go', label: t.feed.goTo(t.feed.trending), icon: <Icon as={ArrowRight} />, href: feedHref('trending', null) },
    ...(readOnly ? [] : [{ id: 'dismiss', label: t.feed.dismiss, icon: <Icon as={X} />, onSelect: onDismiss }]),
  ]
  return (
    <p className={styles.reasons}>
      <ReasonMenu text={t.feed.popular} about={t.feed.popular} items={items} />
    </p>
  )
}

function ReasonMenu({ text, about, items }: { text: string; about: string; items: MenuItem[] }) {
  return (
    <Menu
      label={t.feed.menuOf(about)}
      align="start"
      items={items}
      trigger={(properties) => (
        <button type="button" {...properties} className={styles.reason}>
          <span>{text}</span>
          <Icon as={ChevronDown} size={14} />
        </button>
      )}
    />
  )
}
