import { useState, type ReactNode, type RefObject } from 'react'
import { asWindow, later } from './later.tsx'

export interface PopoverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that toggles it: the window stands below it, and gives the focus back to it. */
  anchor: RefObject<HTMLElement | null>
  /** Read out as the window's name. */
  label: string
  align?: 'start' | 'end'
  children: ReactNode
}

const PopoverWindow = later(() => import('./PopoverWindow.tsx'))

/** A small window at a button, with whatever content; the page below goes on. Its machinery is fetched when the first one opens. */
export function Popover(props: PopoverProps) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return wanted ? <PopoverWindow {...props} {...asWindow(props, () => props.onOpenChange(false))} /> : null
}
