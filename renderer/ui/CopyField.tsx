import { useId, useRef } from 'react'
import { Copy } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { showToast } from './toast.ts'
import styles from './CopyField.module.css'

/**
 * Read-only text with a copy button. Focus selects the text, so that it can be copied manually if the clipboard is
 * unavailable.
 */
export function CopyField({ label, value, rows = 1 }: { label: string; value: string; rows?: number }) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(value)
      showToast({ text: t.copyField.copied, length: 'short', now: true })
    } catch {
      field.current?.focus()
      showToast({ text: t.copyField.failed, kind: 'error', now: true })
    }
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        readOnly
        rows={rows}
        value={value}
        spellCheck={false}
        dir="ltr"
        className={styles.text}
        data-lines={rows > 1 ? '' : undefined}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button kind="primary" icon={<Icon as={Copy} />} onClick={() => void copy()}>
        {t.copyField.copy}
      </Button>
    </div>
  )
}
