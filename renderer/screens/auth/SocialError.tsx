import { t } from '#texts/index.ts'
import styles from './AuthForm.module.css'

/** The error of a social network, or of our callback (A2.3). */
export function SocialError({ problem }: { problem: { network: string | null; reason: string } | null }) {
  const reason = problem && problem.reason in t.auth.problems ? (problem.reason as keyof typeof t.auth.problems) : 'failed'
  return (
    <p className={styles.social} role="alert">
      {problem && t.auth.problems[reason](t.auth.networkName(problem.network))}
    </p>
  )
}
