import { useId, useRef } from 'react'
import { Copy } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { useIsHydrated } from '#ui/hydration.ts'
import { Icon } from '#ui/Icon.tsx'
import { showToast } from '#ui/toast.ts'
import { bookmarkletAddress } from './bookmarklet.ts'
import styles from './CodeField.module.css'

/** The code of the bookmarklet, to be copied. Focus selects it, so that it can be copied without access to the clipboard. */
export function CodeField() {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  // Empty on the server, which does not know the address that the page is reached at.
  const code = useIsHydrated() ? bookmarkletAddress(location.origin) : ''
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(code)
      showToast({ text: t.bookmarklet.copied, length: 'short', now: true })
    } catch {
      field.current?.focus()
      showToast({ text: t.bookmarklet.copyFailed, kind: 'error', now: true })
    }
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {t.bookmarklet.code}
      </label>
      <textarea
        ref={field}
        id={id}
        readOnly
        rows={3}
        value={code}
        spellCheck={false}
        dir="ltr"
        className={styles.code}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button icon={<Icon as={Copy} />} className={styles.copy} onClick={() => void copy()}>
        {t.bookmarklet.copy}
      </Button>
    </div>
  )
}
