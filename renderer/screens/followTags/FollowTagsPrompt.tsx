import { useMe, useSite, useTouched } from '#data/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'

const Prompt = lazyComponent(() => import('./Prompt.tsx'))

/** Asks a member who follows fewer than 5 tags to follow some (R20). Over the page, so that nothing moves. */
export function FollowTagsPrompt() {
  const { me } = useMe()
  const { readOnly } = useSite()
  const touched = useTouched()
  return me && touched && !readOnly ? <Prompt key={me.uid} /> : null
}
