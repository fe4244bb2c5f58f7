import { useState } from 'react'
import { asWindow, lazyComponent } from './lazyComponent.tsx'
import type { PopoverProps } from './PopoverWindow.tsx'

export type { PopoverProps }

const PopoverWindow = lazyComponent(() => import('./PopoverWindow.tsx'))

/** A non-modal popup at a button. Its code is loaded when the first one opens. */
export function Popover(props: PopoverProps) {
  const [hasOpened, setHasOpened] = useState(props.open)
  if (props.open && !hasOpened) setHasOpened(true)
  return hasOpened ? <PopoverWindow {...props} {...asWindow(props, () => props.onOpenChange(false))} /> : null
}
