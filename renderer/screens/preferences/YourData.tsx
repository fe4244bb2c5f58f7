import { useId, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { Download } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Me } from '#contract/schemas.ts'
import { useDeleteAccountMutation } from '#data/accounts.ts'
import { serverUrl } from '#data/client.ts'
import { endSession, failureMessage, isFailure, setMe, useSite } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { showToast } from '#ui/toast.ts'
import styles from './Preferences.module.css'

/** Data export and account deletion (BY12). */
export function YourData({ me }: { me: Me }) {
  const heading = useId()
  const { readOnly } = useSite()
  // While 'closing', the dialog stays mounted for its animation.
  const [dialogState, setDialogState] = useState<'no' | 'open' | 'closing'>('no')
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
        {t.preferences.dataHeading}
      </h2>
      <p className={styles.soft}>{t.preferences.exportText}</p>
      {/* A plain link: the browser streams an archive of any size to disk. */}
      <div className={styles.line}>
        <a href={serverUrl('/api/v0/me/export')} download className={styles.export}>
          <Icon as={Download} size={18} />
          {t.preferences.export}
        </a>
      </div>
      {!readOnly && (
        <>
          <p className={styles.soft}>{t.preferences.deleteText}</p>
          <div className={styles.line}>
            <Button kind="danger" size="small" onClick={() => setDialogState('open')}>
              {t.preferences.delete}
            </Button>
          </div>
        </>
      )}
      {dialogState !== 'no' && (
        <DeleteAccount
          me={me}
          open={dialogState === 'open'}
          onClose={() => setDialogState('closing')}
          onClosed={() => setDialogState('no')}
        />
      )}
    </section>
  )
}

/** The dialog that confirms the deletion with the password, if the account has one. */
function DeleteAccount({ me, open, onClose, onClosed }: { me: Me; open: boolean; onClose: () => void; onClosed: () => void }) {
  const dispatch = useDispatch()
  const [, navigate] = useLocation()
  const [deleteAccount, { isLoading }] = useDeleteAccountMutation()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<{ field?: string; form?: string }>({})
  const [refusals, setRefusals] = useState(0)
  const input = useRef<HTMLInputElement>(null)

  const submit = async () => {
    const answer = await endSession(() => deleteAccount({ body: me.hasPassword ? { password } : {} }))
    if (answer.data) {
      // Leave first: without a member, this screen would show the sign-in form.
      navigate('/')
      setMe(dispatch, null)
      showToast({ text: t.preferences.deleted, now: true })
      return
    }
    const message = failureMessage(answer.error)
    setError(isFailure(answer.error) && answer.error.code === 'wrong_credentials' ? { field: message } : { form: message })
    setRefusals((n) => n + 1)
  }

  return (
    <FormDialog
      open={open}
      title={t.preferences.deleteTitle}
      description={t.preferences.deleteWarning}
      submit={t.preferences.delete}
      danger
      busy={isLoading}
      dirty={false}
      refusals={refusals}
      error={error.form}
      initialFocus={input}
      onSubmit={() => void submit()}
      onClose={onClose}
      onClosed={onClosed}
    >
      <p>{t.preferences.deleteText}</p>
      {me.hasPassword && (
        <Field
          ref={input}
          label={t.preferences.yourPassword}
          type="password"
          autoComplete="current-password"
          value={password}
          error={error.field}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setError({})
          }}
        />
      )}
    </FormDialog>
  )
}
