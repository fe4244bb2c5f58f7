import type { ReactNode } from 'react'
import { Image } from './Image.tsx'
import styles from './Skyscraper.module.css'

interface SkyscraperProps {
  image: string
  href: string
  /** Accessible name. */
  label: string
  children?: ReactNode
}

const isElsewhere = (href: string): boolean => /^(https?:)?\/\//.test(href)

/** A promotion among cards, in a box that is laid out before its picture loads. */
export const Skyscraper = ({ image, href, label, children }: SkyscraperProps) => (
  <a className={styles.promo} href={href} {...(isElsewhere(href) && { target: '_blank', rel: 'nofollow sponsored noopener' })}>
    <Image src={image} alt={label} ratio="fill" seed={href} className={styles.image} />
    {children && <span className={styles.words}>{children}</span>}
  </a>
)
