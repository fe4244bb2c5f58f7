import { useState } from 'react'
import type { DialogProps } from './DialogWindow.tsx'
import { asWindow, lazyComponent } from './lazyComponent.tsx'
import { useOpener } from './opener.ts'

export type { DialogProps }

const DialogWindow = lazyComponent(() => import('./DialogWindow.tsx'))

/** A modal dialog. Its code is loaded when the first one opens. */
export function Dialog(props: DialogProps) {
  const [hasOpened, setHasOpened] = useState(props.open)
  const opener = useOpener(props.open)
  if (props.open && !hasOpened) setHasOpened(true)
  return hasOpened ? <DialogWindow {...props} opener={opener} {...asWindow(props, props.onClose)} /> : null
}
