import { Star } from 'lucide-react'
import { useIntent, useSite } from '#data/index.ts'
import { useCollected } from '#data/relationHooks.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'

/** Adds the post to the member's collection, or removes it. */
export function CollectButton({ postId, className }: { postId: string; className?: string }) {
  const { on, toggle } = useCollected(postId)
  const intend = useIntent()
  const { readOnly } = useSite()
  if (readOnly) return null
  return (
    <IconButton
      name={t.player.collect}
      title={toggle ? t.player.collect : t.player.collectSignIn}
      icon={<Icon as={Star} fill={on ? 'currentColor' : 'none'} />}
      pressed={on}
      className={className}
      aria-keyshortcuts="c"
      onClick={toggle ?? (() => intend({ type: 'collect', id: postId }))}
    />
  )
}
