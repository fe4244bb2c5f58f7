import { useEffect, useRef, type ReactNode } from 'react'
import styles from './Shake.module.css'

/** Shakes its content for 300 ms when `count` grows (A5), or for 200 if `quick` (B5); with reduced motion the colour changes instead. */
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
