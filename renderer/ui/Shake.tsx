import { useEffect, useRef, type ReactNode } from 'react'
import styles from './Shake.module.css'

/**
 * Shakes what it holds for 300 ms whenever `count` grows (A5); where motion is not wanted the colour
 * changes instead.
 */
export function Shake({ count, className, children }: { count: number; className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (count === 0 || !element) return
    element.dataset.shaking = ''
    const timer = setTimeout(() => delete element.dataset.shaking, 300)
    return () => {
      clearTimeout(timer)
      delete element.dataset.shaking
    }
  }, [count])
  return <div ref={box} className={`${styles.box} ${className ?? ''}`}>{children}</div>
}
