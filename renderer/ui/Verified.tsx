import { BadgeCheck } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Icon } from './Icon.tsx'
import styles from './Verified.module.css'

/** The badge of a verified member. */
export const Verified = ({ size = 16 }: { size?: number }) => (
  <span className={styles.mark} role="img" aria-label={t.common.verified} title={t.common.verified}>
    <Icon as={BadgeCheck} size={size} />
  </span>
)
