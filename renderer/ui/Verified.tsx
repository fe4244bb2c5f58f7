import { BadgeCheck } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Icon } from './Icon.tsx'
import styles from './Verified.module.css'

interface VerifiedProps {
  size?: number | undefined
}

/** The badge of a verified member. */
export const Verified = ({ size = 16 }: VerifiedProps) => (
  <span className={styles.mark} role="img" aria-label={t.common.verified} title={t.common.verified}>
    <Icon as={BadgeCheck} size={size} />
  </span>
)

/** The badge after the name of a member, if the member is verified. */
export const VerifiedMark = ({ member, size }: VerifiedProps & { member: { verified: boolean } }) =>
  member.verified && (
    <>
      {' '}
      <Verified size={size} />
    </>
  )
