import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Me } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { AccountFields, OwnPicture, PictureEditor, usePictureAllowed, useSaveAccount, type AccountField } from '../preferences/index.ts'
import styles from './ProfileSettings.module.css'

const fields: readonly AccountField[] = ['email', 'name']
const preferencesPath = '/preferences'

/** A dialog on the member's own profile that edits email, name and picture (F4). */
export default function ProfileSettings({
  me,
  open,
  onClose,
  onClosed,
}: {
  me: Me
  open: boolean
  onClose: () => void
  onClosed: () => void
}) {
  const { form, saving, submit } = useSaveAccount(me, fields)
  const [, navigate] = useLocation()
  const isPictureAllowed = usePictureAllowed()
  const [isPictureOpen, setPictureOpen] = useState(false)
  const firstField = useRef<HTMLInputElement>(null)

  const saveAndClose = async () => {
    if (await submit()) onClose()
  }

  return (
    <FormDialog
      open={open}
      title={t.member.settingsTitle}
      submit={t.preferences.save}
      busy={saving.phase === 'busy'}
      dirty={form.dirty}
      refusals={saving.refusals}
      error={saving.phase === 'failed' && saving.message !== '' ? saving.message : undefined}
      initialFocus={firstField}
      onSubmit={() => void saveAndClose()}
      onClose={onClose}
      onClosed={onClosed}
    >
      {(mayClose) => (
        <>
          {isPictureAllowed && (
            <div className={styles.picture}>
              <OwnPicture me={me} size="large" onEdit={() => setPictureOpen(true)} />
            </div>
          )}
          <AccountFields form={form} firstField={firstField} />
          <p className={styles.more}>
            <ButtonLink
              kind="plain"
              size="small"
              href={preferencesPath}
              onClick={(event) => {
                if (!mayClose(() => navigate(preferencesPath))) event.preventDefault()
              }}
            >
              {t.member.allPreferences}
            </ButtonLink>
          </p>
          <PictureEditor open={isPictureOpen} onClose={() => setPictureOpen(false)} />
        </>
      )}
    </FormDialog>
  )
}
