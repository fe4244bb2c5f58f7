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
import { actorsOf, sentenceOf, type Named } from '../sentence.ts'
import { ItemReasons } from './ItemReasons.tsx'
import styles from './ItemHead.module.css'

const maxAvatars = 3

interface ItemHeadProps {
  item: FeedItem
  /** Whether the sentence is the heading: the item has no title of its own. */
  heading?: boolean
  /** Whether to omit the reasons: on a profile, the reason for every item is its member. */
  hidesReasons?: boolean
  /** A menu or button at the end. */
  aside?: ReactNode
}

/** The head of a feed item: who did what, when, and the reasons why the item is in the feed. */
export function ItemHead({ item, heading = false, hidesReasons = false, aside }: ItemHeadProps) {
  const Sentence = heading ? 'h3' : 'p'
  return (
    <header className={styles.head}>
      <Actors item={item} />
      <div className={styles.words}>
        <Sentence className={styles.sentence} tabIndex={heading ? -1 : undefined}>
          <ItemSentence item={item} />
          {item.type !== 'suggestion' && (
            <>
              {' '}
              <TimeAgo instant={item.timestamp} className={styles.when} />
            </>
          )}
        </Sentence>
        {!hidesReasons && <ItemReasons item={item} />}
      </div>
      {aside && <div className={styles.aside}>{aside}</div>}
    </header>
  )
}

/** The sentence of the item, with links for names. */
function ItemSentence({ item }: { item: FeedItem }) {
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

/** Avatars of the actors, or an icon for the type of item. */
function Actors({ item }: { item: FeedItem }) {
  const actors = actorsOf(item).slice(0, maxAvatars)
  if (actors.length === 0)
    return (
      <span className={styles.mark}>
        <Icon as={iconOf(item)} />
      </span>
    )
  return (
    <span className={styles.faces}>
      {actors.map((member) => (
        <Avatar key={member.uid} member={member} className={styles.face} />
      ))}
    </span>
  )
}

function iconOf({ type, reason }: FeedItem): LucideIcon {
  if (type === 'taggedbead' || reason === 'tag') return Hash
  if (reason === 'bead') return ListMusic
  return reason === 'trending' ? TrendingUp : Sparkles
}
