import { Link2, PenLine, Video, ImageIcon, type LucideIcon } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import type { Kind } from './form.ts'
import styles from './MediaStep.module.css'

const glyphs: Record<Kind, LucideIcon> = { video: Video, image: ImageIcon, webpage: Link2, nomedia: PenLine }

interface KindFieldProps {
  kinds: readonly Kind[]
  value: Kind
  onChange: (kind: Kind) => void
}

/** The choice of the media kind (B2). */
export const KindField = ({ kinds, value, onChange }: KindFieldProps) => (
  <div role="radiogroup" aria-label={t.wizard.kind} className={styles.kinds}>
    {kinds.map((kind) => (
      <label key={kind} className={styles.kind}>
        <input type="radio" name="kind" className={styles.radio} checked={value === kind} onChange={() => onChange(kind)} />
        <Icon as={glyphs[kind]} size={18} />
        {t.wizard.kinds[kind]}
      </label>
    ))}
  </div>
)
