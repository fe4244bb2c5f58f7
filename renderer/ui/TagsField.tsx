import { normaliseTags } from '../../server/contract/rules.ts'
import { Field } from './Field.tsx'
import { Tag } from './Tag.tsx'
import styles from './TagsField.module.css'

/** What somebody typed as tags: comma, semicolon and hash divide them (B5). */
export const tagsIn = (text: string): string[] => normaliseTags(text.split(/[,;#]/))

/** Tags as one line of text, and below it what they come to. */
export function TagsField({ label, hint, value, onChange }: { label: string; hint: string; value: string; onChange: (value: string) => void }) {
  const tags = tagsIn(value)
  return (
    <div className={styles.field}>
      <Field label={label} hint={hint} value={value} autoCapitalize="off" onChange={(event) => onChange(event.target.value)} />
      {tags.length > 0 && <ul className={styles.tags}>{tags.map((tag) => <li key={tag}><Tag name={tag} /></li>)}</ul>}
    </div>
  )
}
