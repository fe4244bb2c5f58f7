import { useDispatch } from 'react-redux'
import { useLocation } from 'wouter'
import type { Me } from '#contract/schemas.ts'
import { pictureOpened, useSite } from '#data/index.ts'
import { useLogOut } from '#data/logOut.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { AccountFields } from './AccountFields.tsx'
import type { AccountField } from './accountForm.ts'
import { ConfirmAddressNotice } from './ConfirmAddressNotice.tsx'
import { Password } from './Password.tsx'
import { OwnPicture } from './picture/OwnPicture.tsx'
import { SaveForm } from './SaveForm.tsx'
import { useSaveAccount } from './useSaveAccount.ts'
import styles from './Preferences.module.css'

const Sessions = lazyComponent(() => import('./Sessions.tsx').then(({ Sessions }) => ({ default: Sessions })))
const YourData = lazyComponent(() => import('./YourData.tsx').then(({ YourData }) => ({ default: YourData })))

const fields: readonly AccountField[] = ['email', 'name', 'city', 'country', 'description']

/** The tab "General": the account form (P1), and below it password, sessions, data export and deletion (BY7, BY12). */
export function General({ me }: { me: Me }) {
  const dispatch = useDispatch()
  const { readOnly } = useSite()
  const { form, saving, submit } = useSaveAccount(me, fields)
  return (
    <div className={styles.sections}>
      {readOnly && <p className={styles.notice}>{t.common.readOnly}</p>}
      {me.email !== '' && !me.emailVerified && !readOnly && <ConfirmAddressNotice email={me.email} />}
      <section className={styles.who} aria-label={t.preferences.general}>
        <div className={styles.picture}>
          <OwnPicture me={me} size="huge" onEdit={() => dispatch(pictureOpened())} />
        </div>
        <SaveForm
          saving={saving}
          label={t.preferences.general}
          submit={t.preferences.save}
          onSubmit={() => void submit()}
          actions={
            <>
              {!readOnly && (
                <ButtonLink href={`/p/${me.uid}`} kind="plain">
                  {t.preferences.cancel}
                </ButtonLink>
              )}
              <LogOut />
            </>
          }
        >
          <AccountFields form={form} />
        </SaveForm>
      </section>
      {!readOnly && <Password me={me} />}
      <Sessions />
      <YourData me={me} />
    </div>
  )
}

function LogOut() {
  const [, navigate] = useLocation()
  const { logOut, busy } = useLogOut(() => navigate('/'))
  return (
    <Button kind="plain" busy={busy} className={styles.logOut} onClick={logOut}>
      {t.preferences.logOut}
    </Button>
  )
}
