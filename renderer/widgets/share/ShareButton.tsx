import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { ShareProps } from './shared.ts'
import styles from './ShareButton.module.css'

const ShareControl = lazyComponent(() => import('./ShareControl.tsx'))

/** A button with the ways of handing something on. Its place is kept until it comes. */
export const ShareButton = (props: ShareProps) => <ShareControl {...props} fallback={<span className={styles.place} />} />
