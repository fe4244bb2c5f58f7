import { useEffect, useId, type Ref } from 'react'
import { t } from '#texts/index.ts'
import styles from './SignOutDialog.module.css'

interface SignOutDialogProps {
  ref: Ref<HTMLDivElement>
  onSignOut: () => void
  onCancel: () => void
}

export function SignOutDialog({ ref, onSignOut, onCancel }: SignOutDialogProps) {
  const [title, text, cancel] = [useId(), useId(), useId()]
  useEffect(() => document.getElementById(cancel)?.focus(), [cancel])
  return (
    <div className={styles.cover}>
      <div ref={ref} role="alertdialog" aria-modal="true" aria-labelledby={title} aria-describedby={text} className={styles.dialog}>
        <h2 id={title} className={styles.title}>
          {t.tv.signOutQuestion}
        </h2>
        <p id={text} className={styles.text}>
          {t.tv.signOutText}
        </p>
        <button type="button" className={styles.button} onClick={onSignOut}>
          {t.tv.signOut}
        </button>
        <button type="button" id={cancel} className={styles.button} onClick={onCancel}>
          {t.tv.cancel}
        </button>
      </div>
    </div>
  )
}
