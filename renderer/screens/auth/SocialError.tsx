import { t } from '#texts/index.ts'
import styles from './AuthForm.module.css'

/**
 * Why signing in with a network failed (A2.3). `reason` is an error code of the callback; an unknown one gets the
 * general message. Always rendered: a live region must exist before its text changes.
 */
export function SocialError({ problem }: { problem: { network: string | null; reason: string } | null }) {
  const reason = problem && problem.reason in t.auth.problems ? (problem.reason as keyof typeof t.auth.problems) : 'failed'
  return (
    <p className={styles.social} role="alert">
      {problem && t.auth.problems[reason](t.auth.networkName(problem.network))}
    </p>
  )
}
