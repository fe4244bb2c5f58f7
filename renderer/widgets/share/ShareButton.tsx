import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { ShareProps } from './shareTarget.ts'
import styles from './ShareButton.module.css'

const ShareControl = lazyComponent(() => import('./ShareControl.tsx'))

/** Share button, loaded lazily; a placeholder reserves its space. */
export const ShareButton = (props: ShareProps) => <ShareControl {...props} fallback={<span className={styles.place} />} />
