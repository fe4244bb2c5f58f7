import { useState } from 'react'
import { asWindow, lazyComponent } from './lazyComponent.tsx'
import { useOpener } from './opener.ts'
import type { SidePanelProps } from './SidePanelWindow.tsx'

export type { SidePanelProps }

const SidePanelWindow = lazyComponent(() => import('./SidePanelWindow.tsx'))

/** A full-height sheet at the end of the window; fills a narrow window. Its code is loaded when the first one opens. */
export function SidePanel(props: SidePanelProps) {
  const [hasOpened, setHasOpened] = useState(props.open)
  const opener = useOpener(props.open)
  if (props.open && !hasOpened) setHasOpened(true)
  return hasOpened ? <SidePanelWindow {...props} opener={opener} {...asWindow(props, props.onClose)} /> : null
}
