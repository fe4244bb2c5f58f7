import type { ReactNode } from 'react'
import { Hash, ListMusic, Sparkles, TrendingUp, type LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Filled, Listed } from '#ui/Filled.tsx'
import { Icon } from '#ui/Icon.tsx'
import { TimeAgo } from '#ui/TimeAgo.tsx'
import { doersOf, sentenceOf, type Named } from '../sentence.ts'
import { Because } from './Because.tsx'
import styles from './ItemHead.module.css'

const facesShown = 3

interface ItemHeadProps {
  item: FeedItem
  /** The sentence is the item's heading: nothing in it has a title of its own. */
  heading?: boolean
  /** Says of itself whose doings these are, so that nobody need be told why they are shown. */
  plain?: boolean
  aside?: ReactNode
}

/** Who did what, when, and why that is shown. */
export function ItemHead({ item, heading = false, plain = false, aside }: ItemHeadProps) {
  const Words = heading ? 'h3' : 'p'
  return (
    <header className={styles.head}>
      <Faces item={item} />
      <div className={styles.words}>
        <Words className={styles.sentence} tabIndex={heading ? -1 : undefined}>
          <Says item={item} />
          {item.type !== 'suggestion' && (
            <>
              {' '}
              <TimeAgo instant={item.timestamp} className={styles.when} />
            </>
          )}
        </Words>
        {!plain && <Because item={item} />}
      </div>
      {aside && <div className={styles.aside}>{aside}</div>}
    </header>
  )
}

function Says({ item }: { item: FeedItem }) {
  const { me } = useMe()
  const { who, others, text, what } = sentenceOf(item, me?.uid ?? null)
  const link = ({ name, href }: Named) => (
    <Link href={href} className={styles.name}>
      {name}
    </Link>
  )
  return (
    <Filled
      text={text}
      places={{ who: <Listed things={[...who.map(link), ...(others > 0 ? [t.common.others(others)] : [])]} />, what: what && link(what) }}
    />
  )
}

/** Of a follow or a collect whose doing it is; otherwise a mark of what kind of thing it is. */
function Faces({ item }: { item: FeedItem }) {
  const doers = doersOf(item).slice(0, facesShown)
  if (doers.length === 0)
    return (
      <span className={styles.mark}>
        <Icon as={markOf(item)} />
      </span>
    )
  return (
    <span className={styles.faces}>
      {doers.map((member) => (
        <Avatar key={member.uid} member={member} className={styles.face} />
      ))}
    </span>
  )
}

function markOf({ type, reason }: FeedItem): LucideIcon {
  if (type === 'taggedbead' || reason === 'tag') return Hash
  if (reason === 'bead') return ListMusic
  return reason === 'trending' ? TrendingUp : Sparkles
}
