import { useEffect, useRef, type ReactNode } from 'react'
import styles from './Shake.module.css'

/**
 * Shakes what it holds for 300 ms whenever `count` grows (A5), or for 200 where it is `quick` (B5); where motion is not
 * wanted the colour changes instead.
 */
export function Shake({
  count,
  quick = false,
  className,
  children,
}: {
  count: number
  quick?: boolean
  className?: string
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (count === 0 || !element) return
    element.dataset.shaking = quick ? 'quick' : ''
    const timer = setTimeout(() => delete element.dataset.shaking, quick ? 200 : 300)
    return () => {
      clearTimeout(timer)
      delete element.dataset.shaking
    }
  }, [count, quick])
  return (
    <div ref={box} className={`${styles.box} ${className ?? ''}`}>
      {children}
    </div>
  )
}
