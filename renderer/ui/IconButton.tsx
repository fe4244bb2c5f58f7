import type { ButtonHTMLAttributes, ReactElement, Ref } from 'react'
import { classes } from './classes.ts'
import styles from './IconButton.module.css'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** Accessible name, also shown on hover. */
  name: string
  /** `<Icon as={…} />`. */
  icon: ReactElement
  /** A toggle's state. */
  pressed?: boolean
  /** `bare`: no background; `filled`: the accent colour, for the one primary action; `over`: on a picture. */
  look?: 'bare' | 'filled' | 'over'
  size?: 'medium' | 'large'
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ name, icon, pressed, look = 'bare', size = 'medium', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={name}
      {...rest}
      aria-label={name}
      aria-pressed={pressed}
      className={classes(styles.button, styles[look], size === 'large' && styles.large, className)}
    >
      {icon}
    </button>
  )
}
