import type { HTMLAttributes, ReactNode } from 'react'
import { X } from 'lucide-react'
import { createPortal } from 'react-dom'
import { t } from '#texts/index.ts'
import { classes } from './classes.ts'
import { focusScreen } from './focus.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { useNoticePlace } from './notices.ts'
import styles from './Notice.module.css'

interface NoticeProps extends Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'> {
  /** Makes it a landmark with this name. Without one it is announced when it appears. */
  label?: string
  as?: 'section' | 'aside'
  actions?: ReactNode
  /** In a narrow window the actions are on their own line. */
  stacked?: boolean
  /** Also above dialogs. */
  over?: boolean
  dismissName?: string
  onDismiss?: () => void
  children: ReactNode
}

/** A notice can disappear at any time. Focus in it then moves to the screen's heading. */
const keepFocus = (part: HTMLElement | null) => () => {
  if (part?.contains(document.activeElement)) focusScreen()
}

/** A notice in the notice area, shown when `useNoticeTurn` allows it. */
export function Notice({
  label,
  as = 'section',
  actions,
  stacked = false,
  over = false,
  dismissName = t.common.dismiss,
  onDismiss,
  children,
  ...handlers
}: NoticeProps) {
  const place = useNoticePlace()
  const Part = label === undefined ? 'div' : as
  return (
    place &&
    createPortal(
      <Part
        {...handlers}
        ref={keepFocus}
        className={classes(styles.notice, stacked && styles.stacked)}
        aria-label={label}
        data-notice
        data-over={over || undefined}
      >
        <div className={styles.words}>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
        {onDismiss && <IconButton name={dismissName} icon={<Icon as={X} size={18} />} className={styles.dismiss} onClick={onDismiss} />}
      </Part>,
      label === undefined ? place.polite : place.quiet,
    )
  )
}

/** An action in a line of text. */
export const NoticeLink = ({
  onClick,
  children,
  buttonRef,
}: {
  onClick: () => void
  children: ReactNode
  buttonRef?: (button: HTMLButtonElement) => () => void
}) => (
  <button ref={buttonRef} type="button" className={styles.link} onClick={onClick}>
    {children}
  </button>
)

export const noticeText = styles.text
export const noticeTitle = styles.title
