import { useEffect, useState } from 'react'
import { lazyComponent } from './lazyComponent.tsx'
import { onToastWithoutRegion } from './toast.ts'

const ToastRegion = lazyComponent(() => import('./ToastRegion.tsx'))

/** Mounted once in the shell. The region loads with the first toast; if that fails, with the next. */
export function Toasts() {
  const [calls, setCalls] = useState(0)
  useEffect(() => onToastWithoutRegion(() => setCalls((count) => count + 1)), [])
  return calls > 0 ? <ToastRegion again={calls} /> : null
}
