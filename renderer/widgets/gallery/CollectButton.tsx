import { Star } from 'lucide-react'
import { useIntent, useSite } from '#data/index.ts'
import { useCollected } from '#data/relationHooks.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'

/** Adds the current post to the member's collection, or removes it. */
export function CollectButton({ postId }: { postId: string }) {
  const { on, toggle } = useCollected(postId)
  const intend = useIntent()
  const { readOnly } = useSite()
  if (readOnly) return null
  return (
    <IconButton
      name={t.gallery.collect}
      icon={<Icon as={Star} fill={on ? 'currentColor' : 'none'} />}
      pressed={on}
      onClick={toggle ?? (() => intend({ type: 'collect', id: postId }))}
    />
  )
}
