import { Check, Plus } from 'lucide-react'
import { useIntent, type Intent } from '../../../app/api/index.ts'
import type { Toggle } from '../../../app/api/relations.ts'
import { t } from '../../../texts/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'

interface FollowButtonProps {
  name: string
  followed: Toggle
  /** What a visitor is asked to sign in for. */
  intent: Intent
  size?: 'small' | 'medium'
}

export function FollowButton({ name, followed: { on, toggle }, intent, size }: FollowButtonProps) {
  const intend = useIntent()
  return (
    <Button
      size={size}
      icon={<Icon as={on ? Check : Plus} size={size === 'small' ? 18 : 20} />}
      aria-label={on ? t.search.followingName(name) : t.search.followName(name)}
      aria-pressed={on}
      onClick={toggle ?? (() => intend(intent))}
    >
      {on ? t.search.following : t.search.follow}
    </Button>
  )
}
