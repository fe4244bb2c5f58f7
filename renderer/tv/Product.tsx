import styles from './Product.module.css'

/** Logo and name. */
export const Product = () => (
  <p className={styles.product}>
    <img className={styles.logo} src="/favicon.svg" alt="" />
    Strand
  </p>
)
