import type { FocusEventHandler, MouseEventHandler, PointerEventHandler } from 'react'
import { Check, Plus } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './FollowButtonView.module.css'

/** `followed`: just followed; shown briefly as a confirmation. */
export type FollowState = 'off' | 'followed' | 'following'

/** `mini`: beside a line of text. `round`: icon only, for narrow spaces. `icon`: icon only, on a picture. */
export type FollowSize = 'mini' | 'round' | 'icon'

export interface FollowButtonViewProps {
  name: string
  state: FollowState
  size: FollowSize | undefined
  title?: string | undefined
  /** Primary style until followed. */
  primary?: boolean | undefined
  onClick?: MouseEventHandler
  onPointerEnter?: PointerEventHandler
  onPointerLeave?: PointerEventHandler
  onBlur?: FocusEventHandler
}

/** The follow button without behaviour. */
export function FollowButtonView({ name, state, size, primary = false, ...rest }: FollowButtonViewProps) {
  const labels = { off: t.follow.follow, followed: t.follow.followed, following: t.follow.following }
  const names = { off: t.follow.followName, followed: t.follow.followedName, following: t.follow.followingName }
  const on = state !== 'off'
  if (size === 'icon' || size === 'round') {
    const look = size === 'icon' ? 'over' : 'bare'
    return (
      <IconButton
        look={look}
        name={names[state](name)}
        icon={<Icon as={on ? Check : Plus} />}
        pressed={on}
        className={look === 'bare' ? styles.round : undefined}
        {...rest}
        title={rest.title ?? names[state](name)}
      />
    )
  }
  return (
    <Button
      kind={primary && !on ? 'primary' : undefined}
      size={size === 'mini' ? 'small' : undefined}
      aria-label={names[state](name)}
      aria-pressed={on}
      className={styles.follow}
      {...rest}
    >
      {/* All labels are rendered invisibly to reserve the widest one's space: the button must not change its width under the pointer. */}
      <span className={styles.words}>
        {Object.values(labels).map((word) => (
          <span key={word} className={styles.room} data-word={word} aria-hidden="true" />
        ))}
        <span className={styles.said}>
          <Icon as={on ? Check : Plus} size={size === 'mini' ? 18 : 20} />
          {labels[state]}
        </span>
      </span>
    </Button>
  )
}
