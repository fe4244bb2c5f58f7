import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Only for screen readers. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className={styles.hidden}>{children}</span>
