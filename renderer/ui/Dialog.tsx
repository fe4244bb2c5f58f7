import { useState, type ReactNode, type RefObject } from 'react'
import { asWindow, later } from './later.tsx'
import { useOpener } from './opener.ts'

export interface DialogProps {
  open: boolean
  /** Called on Esc, the overlay, the close button and the browser's Back. */
  onClose: () => void
  title: string
  /** The title is read out only: the content shows a heading of its own. */
  hideTitle?: boolean
  description?: ReactNode
  /** Answers whether it may close now (A2.2). Absent: always. */
  canClose?: () => boolean
  /** No close button (a dialog that must be answered). */
  closable?: boolean
  size?: 'small' | 'medium' | 'large'
  /** White, whatever the theme (U12). */
  white?: boolean | undefined
  initialFocus?: RefObject<HTMLElement | null>
  /** What takes the focus afterwards; by default what opened it. */
  finalFocus?: () => HTMLElement | null
  /** After the fade. */
  onClosed?: () => void
  /** Names what is shown, as a step. When it changes, the body scrolls to its start. */
  view?: string
  /** The buttons, at the bottom. */
  actions?: ReactNode
  children: ReactNode
}

const DialogWindow = later(() => import('./DialogWindow.tsx'))

/** A modal dialog. Its machinery is fetched when the first one opens. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open)
  const opener = useOpener(props.open)
  if (props.open && !wanted) setWanted(true)
  return wanted ? <DialogWindow {...props} opener={opener} {...asWindow(props, props.onClose)} /> : null
}
