import type { CSSProperties } from 'react'
import { playablePercent } from '#contract/rules.ts'
import styles from './Health.module.css'

/** A bar that is as long as the share of playable posts. The text beside it says the same. */
export function PlayableBar({ total, dead }: { total: number; dead: number }) {
  const percent = playablePercent({ total, dead })
  return <span className={styles.bar} aria-hidden="true" style={{ '--share': `${percent}%` } as CSSProperties} />
}
