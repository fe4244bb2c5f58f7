import { useState } from 'react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import styles from './Repair.module.css'

interface OwnLinkProps {
  busy: boolean
  error: string | null
  /** Resolves to whether the link was accepted. */
  onUse: (href: string) => Promise<boolean>
  onChange: (href: string) => void
}

/** Form for a replacement link that the member supplies. */
export function OwnLink({ busy, error, onUse, onChange }: OwnLinkProps) {
  const [href, setHref] = useState('')
  const [missing, setMissing] = useState(false)
  const use = () => {
    setMissing(href.trim() === '')
    if (href.trim() !== '' && !busy) void onUse(href.trim())
  }
  return (
    <form
      className={styles.own}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        use()
      }}
    >
      <Field
        label={t.repair.own}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder={t.repair.ownPlaceholder}
        value={href}
        error={missing ? t.repair.ownMissing : error}
        onChange={({ currentTarget }) => {
          setHref(currentTarget.value)
          setMissing(false)
          onChange(currentTarget.value)
        }}
      />
      <Button type="submit" busy={busy}>
        {t.repair.use}
      </Button>
    </form>
  )
}
