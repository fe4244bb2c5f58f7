import { useMe, useSite } from '#data/index.ts'
import { useHasInteracted } from '#ui/firstInteraction.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'

const Prompt = lazyComponent(() => import('./Prompt.tsx'))

/**
 * Prompts members who follow fewer than 5 tags to follow some (R20). Loads after the first interaction with the page.
 * An overlay, to avoid layout shift.
 */
export function FollowTagsPrompt() {
  const { me } = useMe()
  const { readOnly } = useSite()
  const hasInteracted = useHasInteracted()
  return me && hasInteracted && !readOnly ? <Prompt key={me.uid} /> : null
}
