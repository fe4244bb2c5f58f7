import { Check, Plus } from 'lucide-react'
import { useIntent, useSite } from '#data/index.ts'
import { useFollow } from '#data/relationHooks.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { Tag } from '#ui/Tag.tsx'
import styles from './FollowTagButton.module.css'

interface FollowTagButtonProps {
  name: string
  /** Called after a press has changed whether the tag is followed. */
  onChange?: (name: string, on: boolean) => void
}

/** A toggle that follows a tag; on read-only sites a link to the tag. */
export function FollowTagButton(props: FollowTagButtonProps) {
  const { readOnly } = useSite()
  return readOnly ? <Tag name={props.name} /> : <Toggle {...props} />
}

/** For visitors, `toggle` is null: they sign in first, then the tag is followed. */
function Toggle({ name, onChange }: FollowTagButtonProps) {
  const intend = useIntent()
  const { on, toggle } = useFollow('tag', name)
  return (
    <button
      type="button"
      className={styles.pick}
      aria-pressed={on}
      aria-label={t.followTags.followTag(name)}
      onClick={() => {
        if (toggle === null) return intend({ type: 'followtag', id: name })
        const isFollowed = toggle()
        // A member without the privilege to follow gets a message, and nothing changes.
        if (isFollowed !== on) onChange?.(name, isFollowed)
      }}
    >
      #{name}
      <Icon as={on ? Check : Plus} size={16} />
    </button>
  )
}
