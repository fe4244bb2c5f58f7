import { t } from '#texts/index.ts'
import { Logo } from '#ui/Logo.tsx'
import styles from './Product.module.css'

/** Logo and name. */
export const Product = () => (
  <p className={styles.product}>
    <Logo />
    {t.common.product}
  </p>
)
