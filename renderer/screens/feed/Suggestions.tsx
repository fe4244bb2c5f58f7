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
import { PopularReason, Reasons, type ReasonActions } from './items/Reasons.tsx'
import { followersOf, hashed, reasonsOf, tagHref } from './sentence.ts'
import { keyOf, useSuggestionList } from './useSuggestionList.ts'
import styles from './Suggestions.module.css'

/**
 * Suggested members, playlists and tags, in the sidebar or an empty feed, with reasons and a button to dismiss each.
 */
export default function Suggestions() {
  const heading = useId()
  const { readOnly } = useSite()
  const { list, leaving, dismiss, unfollow, fewer } = useSuggestionList()
  const items = useFocusAfter<HTMLUListElement>(leaving)
  if (list.length === 0) return null
  return (
    <section aria-labelledby={heading} className={styles.part}>
      <h2 id={heading} className={styles.heading}>
        {t.feed.suggestions}
      </h2>
      <ul ref={items} className={styles.list}>
        {list.map((suggestion) => {
          const key = keyOf(suggestion)
          return (
            <li key={key} className={classes(styles.one, leaving.has(key) && styles.leaving)} inert={leaving.has(key)}>
              <SuggestionLine
                suggestion={suggestion}
                onDismiss={readOnly ? null : () => dismiss(suggestion)}
                onUnfollow={unfollow}
                onFewer={(reason) => fewer(suggestion, reason)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function SuggestionLine({ suggestion, onDismiss, ...actions }: ReasonActions & { suggestion: Suggestion; onDismiss: (() => void) | null }) {
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
          {/* The hash sign alone, in place of a picture. */}
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
          <Reasons reasons={reasons} followers={followers} {...actions} />
        ) : (
          <PopularReason onDismiss={() => onDismiss?.()} />
        )}
        <FollowButton kind={type} id={id} name={name} size="mini" creator={bead?.creator.uid} />
      </div>
      {onDismiss && (
        <IconButton name={t.feed.dismissName(name)} title={t.feed.dismiss} icon={<Icon as={X} size={18} />} onClick={onDismiss} />
      )}
    </>
  )
}
