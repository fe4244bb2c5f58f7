import { Bell, BellRing } from 'lucide-react'
import { useFollow } from '#data/relationHooks.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'

export interface SuperfollowButtonProps {
  kind: 'member' | 'bead'
  id: string
  name: string
}

/** The bell button of `SuperfollowButton`, shown only if the member follows `id`. */
export default function Superfollow({ kind, id, name }: SuperfollowButtonProps) {
  const { on, superfollow, toggleSuper } = useFollow(kind, id)
  if (!on) return null
  return (
    <IconButton
      name={t.follow.superfollow(name)}
      icon={<Icon as={superfollow ? BellRing : Bell} fill={superfollow ? 'currentColor' : 'none'} />}
      pressed={superfollow}
      onClick={() => toggleSuper?.()}
    />
  )
}
