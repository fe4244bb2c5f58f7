import { useState } from 'react'
import { asWindow, lazyComponent } from './lazyComponent.tsx'
import { useOpener } from './opener.ts'
import type { SidePanelProps } from './SidePanelWindow.tsx'

export type { SidePanelProps }

const SidePanelWindow = lazyComponent(() => import('./SidePanelWindow.tsx'))

/** A sheet as high as the window, at its end; all of the window where that is narrow. Its machinery is fetched when the first one opens. */
export function SidePanel(props: SidePanelProps) {
  const [wanted, setWanted] = useState(props.open)
  const opener = useOpener(props.open)
  if (props.open && !wanted) setWanted(true)
  return wanted ? <SidePanelWindow {...props} opener={opener} {...asWindow(props, props.onClose)} /> : null
}
