import { Check, Plus } from 'lucide-react'
import { useIntent, useSite } from '#data/index.ts'
import { useFollow } from '#data/relations.ts'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { Tag } from '#ui/Tag.tsx'
import styles from './TagPick.module.css'

interface TagPickProps {
  name: string
  onChange?: (name: string, on: boolean) => void
}

/** A tag to be followed, and not to be followed any more; where nothing can be changed, a way to what bears it. */
export function TagPick(props: TagPickProps) {
  const { readOnly } = useSite()
  return readOnly ? <Tag name={props.name} /> : <Toggle {...props} />
}

/** A visitor is asked to sign in first, and then follows it. */
function Toggle({ name, onChange }: TagPickProps) {
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
        const now = toggle()
        // Who may not is told so, and nothing has changed.
        if (now !== on) onChange?.(name, now)
      }}
    >
      #{name}
      <Icon as={on ? Check : Plus} size={16} />
    </button>
  )
}
