import { t } from '#texts/index.ts'
import styles from './AuthForm.module.css'

/** What a social network, or we on the way back from it, had against it (A2.3). */
export function SocialError({ problem }: { problem: { network: string | null; reason: string } | null }) {
  const known = problem && problem.reason in t.auth.problems ? (problem.reason as keyof typeof t.auth.problems) : 'failed'
  return (
    <p className={styles.social} role="alert">
      {problem && t.auth.problems[known](t.auth.networkName(problem.network))}
    </p>
  )
}
