import { useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { pageTitles } from '#contract/messages.ts'
import { tvCode } from '#contract/rules.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { usePageTitle } from '#ui/page.ts'
import styles from './PairScreen.module.css'

/** `/pair`: where the code that a television shows is typed. The television's QR code leads past it. */
export default function PairScreen() {
  usePageTitle(pageTitles.pair)
  const [, navigate] = useLocation()
  const [error, setError] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = tvCode.read(String(new FormData(event.currentTarget).get('code')))
    if (code === null) setError(t.tvConnect.codeInvalid)
    else navigate(`/tvos/connect?connecttoken=${code}`)
  }
  return (
    <form className={styles.screen} onSubmit={submit} noValidate>
      <h1 className={styles.title}>{t.tvConnect.enterCode}</h1>
      <Field
        name="code"
        label={t.tvConnect.code}
        hint={t.tvConnect.enterCodeHint(`${location.host}/tv`)}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        autoFocus
        className={styles.code}
        onInput={() => setError(null)}
      />
      <Button kind="primary" type="submit">
        {t.tvConnect.proceed}
      </Button>
    </form>
  )
}
