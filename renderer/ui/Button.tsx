import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Link } from 'wouter'
import { classes } from './classes.ts'
import { Spinner } from './Spinner.tsx'
import styles from './Button.module.css'

export type ButtonKind = 'primary' | 'quiet' | 'danger' | 'plain'

interface Look {
  kind?: ButtonKind
  size?: 'small' | 'medium'
  icon?: ReactNode
  wide?: boolean
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** Shows a spinner and ignores clicks; width and focus stay. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

const looks = ({ kind = 'quiet', size = 'medium', wide }: Look, own?: string) =>
  classes(styles.button, styles[kind], size === 'small' && styles.small, wide && styles.wide, own)

export function Button({ kind, size, icon, wide, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={looks({ kind, size, wide }, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        // A busy button stays focusable, so it has to prevent what `disabled` would: clicks and form submission.
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      )}
      <span className={styles.inside}>
        {icon}
        {children}
      </span>
    </button>
  )
}

/** A link that looks like a button: links navigate, buttons act. */
export function ButtonLink({
  href,
  kind,
  size,
  icon,
  wide,
  className,
  newWindow = false,
  onClick,
  children,
}: Look & {
  href: string
  className?: string
  newWindow?: boolean
  /** Can prevent the navigation. */
  onClick?: (event: MouseEvent) => void
  children: ReactNode
}) {
  return (
    <Link
      href={href}
      {...(newWindow && { target: '_blank', rel: 'noopener' })}
      className={looks({ kind, size, wide }, className)}
      onClick={onClick}
    >
      <span className={styles.inside}>
        {icon}
        {children}
      </span>
    </Link>
  )
}
