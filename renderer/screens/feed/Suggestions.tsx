import { useId } from 'react'
import { ListMusic, X } from 'lucide-react'
import { Link } from 'wouter'
import type { Suggestion } from '#contract/schemas/feed.ts'
import { useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { classes } from '#ui/classes.ts'
import { useFocusAfter } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Image } from '#ui/Image.tsx'
import { FollowButton } from '#widgets/follow/index.ts'
import { Popular, Reasons, type ReasonActs } from './items/Reasons.tsx'
import { followersOf, hashed, reasonsOf, tagHref } from './sentence.ts'
import { keyOf, useSuggested } from './useSuggested.ts'
import styles from './Suggestions.module.css'

/** Members, playlists and tags that somebody may want to follow, each with why, and the way to be rid of it. */
export default function Suggestions() {
  const heading = useId()
  const { readOnly } = useSite()
  const { list, leaving, dismiss, unfollow, fewer } = useSuggested()
  const places = useFocusAfter<HTMLUListElement>(leaving)
  if (list.length === 0) return null
  return (
    <section aria-labelledby={heading} className={styles.part}>
      <h2 id={heading} className={styles.heading}>
        {t.feed.suggestions}
      </h2>
      <ul ref={places} className={styles.list}>
        {list.map((one) => {
          const key = keyOf(one)
          return (
            <li key={key} className={classes(styles.one, leaving.has(key) && styles.leaving)} inert={leaving.has(key)}>
              <Line
                suggestion={one}
                onDismiss={readOnly ? null : () => dismiss(one)}
                onUnfollow={unfollow}
                onFewer={(reason) => fewer(one, reason)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Line({ suggestion, onDismiss, ...acts }: ReasonActs & { suggestion: Suggestion; onDismiss: (() => void) | null }) {
  const { type, id, bead, member, tag = '' } = suggestion
  const name = bead?.title ?? member?.name ?? hashed(tag)
  const href = bead?.href ?? (member ? `/p/${member.uid}` : tagHref(tag))
  const reasons = reasonsOf(suggestion)
  const followers = followersOf(suggestion)
  return (
    <>
      {bead && <Image src={bead.image} alt="" ratio="1/1" seed={bead.id} className={styles.cover} glyph={<Icon as={ListMusic} />} />}
      {member && <Avatar member={member} size="large" />}
      {type === 'tag' && (
        <span className={styles.hash} aria-hidden="true">
          {hashed('')}
        </span>
      )}
      <div className={styles.words}>
        <h3 tabIndex={-1} className={styles.name}>
          <Link href={href} title={name}>
            {name}
          </Link>
        </h3>
        {reasons.length + followers.length > 0 ? (
          <Reasons reasons={reasons} followers={followers} {...acts} />
        ) : (
          <Popular onDismiss={() => onDismiss?.()} />
        )}
        <FollowButton kind={type} id={id} name={name} size="mini" creator={bead?.creator.uid} />
      </div>
      {onDismiss && (
        <IconButton name={t.feed.dismissName(name)} title={t.feed.dismiss} icon={<Icon as={X} size={18} />} onClick={onDismiss} />
      )}
    </>
  )
}
