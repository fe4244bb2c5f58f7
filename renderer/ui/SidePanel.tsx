import { useState, type ReactNode, type RefObject } from 'react'
import { asWindow, later } from './later.tsx'
import { useOpener } from './opener.ts'

export interface SidePanelProps {
  open: boolean
  /** Called on Esc, the overlay, the close button and the browser's Back. */
  onClose: () => void
  title: string
  /** What takes the focus afterwards; by default what opened it. */
  finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | boolean | null)
  children: ReactNode
}

const SidePanelWindow = later(() => import('./SidePanelWindow.tsx'))

/** A sheet as high as the window, at its end; all of the window where that is narrow. Its machinery is fetched when the first one opens. */
export function SidePanel(props: SidePanelProps) {
  const [wanted, setWanted] = useState(props.open)
  const opener = useOpener(props.open)
  if (props.open && !wanted) setWanted(true)
  return wanted ? <SidePanelWindow {...props} opener={opener} {...asWindow(props, props.onClose)} /> : null
}
