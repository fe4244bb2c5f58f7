import styles from './Spinner.module.css'

/** Silent: the busy element has `aria-busy` and its own label. */
export const Spinner = ({ size = 18 }: { size?: number }) => (
  <svg className={styles.spinner} width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
    <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round" strokeDasharray="34 60" />
  </svg>
)
