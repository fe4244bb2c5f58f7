import { useState, type ReactNode, type RefObject } from 'react'
import { asWindow, later } from './later.tsx'

export interface SidePanelProps {
  open: boolean
  /** Called on Esc, the overlay, the close button and the browser's Back. */
  onClose: () => void
  title: string
  /** What takes the focus afterwards; by default what had it before. */
  finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | false | null)
  children: ReactNode
}

const SidePanelWindow = later(() => import('./SidePanelWindow.tsx'))

/** A sheet as high as the window, at its end; all of the window where that is narrow. Its machinery is fetched when the first one opens. */
export function SidePanel(props: SidePanelProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return wanted ? <SidePanelWindow {...props} {...asWindow(props, props.onClose)} /> : null
}
