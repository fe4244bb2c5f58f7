import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useMe, type AuthMode } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'
import { usePageTitle } from '../../ui/page.ts'
import { AuthForm } from './AuthForm.tsx'
import styles from './LoginScreen.module.css'

/** The same forms as pages of their own, for whom the dialog does not appear (A2.3). */
export default function LoginScreen({ mode }: { mode: AuthMode }) {
  usePageTitle(mode === 'signup' ? t.auth.signUp : t.auth.logIn)
  const [, navigate] = useLocation()
  const { me } = useMe()
  // A member has nothing to do here; one who signs in right here sees the welcome first.
  const [wasMember] = useState(me !== null)
  useEffect(() => {
    if (wasMember) navigate('/discover', { replace: true })
  }, [wasMember, navigate])
  return (
    <div className={styles.screen}>
      <AuthForm
        mode={mode}
        onMode={(next) => navigate(next === 'signup' ? '/signupform' : '/login', { replace: true })}
        onDone={() => navigate('/discover', { replace: true })}
        heading="h1"
      />
    </div>
  )
}
