import { useEffect, useLayoutEffect, useRef, type FocusEvent, type ReactNode, type RefObject } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { t } from '#texts/index.ts'
import { useBackGuard } from './backGuard.ts'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { useNoticeHold } from './notices.ts'
import { returnTo } from './opener.ts'
import { focusTaken } from './windowFocus.ts'
import styles from './Dialog.module.css'

export interface DialogProps {
  open: boolean
  /** Called on Esc, the overlay, the close button and the browser's Back. */
  onClose: () => void
  title: string
  /** The title is only read out: the content has a visible heading. */
  hideTitle?: boolean
  description?: ReactNode
  /** Returns whether it may close now (A2.2). Absent: always. */
  canClose?: () => boolean
  /** No close button: the dialog must be answered. */
  closable?: boolean
  size?: 'small' | 'medium' | 'large'
  /** White in every theme (U12). */
  white?: boolean | undefined
  initialFocus?: RefObject<HTMLElement | null>
  /** Gets the focus after closing; by default the opener. */
  finalFocus?: () => HTMLElement | null
  /** Called after the closing animation. */
  onClosed?: () => void
  /** Identifies the content, such as a step. When it changes, the body scrolls to the top. */
  view?: string
  /** Buttons at the bottom. */
  actions?: ReactNode
  children: ReactNode
}

/** Deleting an entity also removes its menu and this dialog: the focus then moves to the page's heading. */
function useFocusAfterRemoval() {
  useEffect(
    () => () => {
      setTimeout(() => {
        const { activeElement, body } = document
        if (activeElement === null || activeElement === body)
          document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
      })
    },
    [],
  )
}

/**
 * The popup takes the focus one frame after a focused element in it was removed. These handlers return it to an element that was focused
 * within that frame, such as the next step's first field. A press on the popup's own background blurs.
 */
function useFieldFocusHandlers() {
  const pressed = useRef(false)
  return {
    onPointerDown: () => {
      pressed.current = true
    },
    onPointerUp: () => {
      pressed.current = false
    },
    onFocus({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      if (target !== currentTarget || pressed.current) return
      if (relatedTarget instanceof HTMLElement && relatedTarget !== currentTarget && currentTarget.contains(relatedTarget))
        relatedTarget.focus({ preventScroll: true })
    },
  }
}

export default function DialogWindow(props: DialogProps & { opener: HTMLElement | null }) {
  const {
    open,
    onClose,
    onClosed,
    title,
    hideTitle,
    description,
    canClose,
    closable = true,
    size = 'small',
    view,
    actions,
    children,
  } = props
  const mayClose = () => closable && canClose?.() !== false
  useFocusAfterRemoval()
  useNoticeHold(open)
  useBackGuard(open, () => mayClose() && onClose())
  const focusHandlers = useFieldFocusHandlers()
  const popup = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (body.current) body.current.scrollTop = 0
  }, [view])
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (next) return
        if (mayClose()) onClose()
        else details.cancel()
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            {...focusHandlers}
            ref={popup}
            className={classes(styles.popup, styles[size])}
            data-theme={props.white ? 'light' : undefined}
            initialFocus={props.initialFocus}
            finalFocus={() => (focusTaken(popup.current) ? false : (props.finalFocus ?? (() => returnTo(props.opener)))())}
          >
            <div className={classes(styles.head, hideTitle && styles.bareHead)}>
              <Base.Title className={hideTitle ? styles.hiddenTitle : styles.title}>{title}</Base.Title>
              {closable && <Base.Close render={<IconButton name={t.common.close} icon={<Icon as={X} />} className={styles.close} />} />}
            </div>
            {description && <Base.Description className={styles.description}>{description}</Base.Description>}
            <div
              ref={body}
              className={styles.body}
              data-dialog-body
              onScroll={({ currentTarget }) => currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollTop > 0)}
            >
              {children}
            </div>
            {actions && <div className={styles.actions}>{actions}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
