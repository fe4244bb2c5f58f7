import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { classes } from './classes.ts'
import styles from './Slider.module.css'

interface SliderProps {
  name: string
  value: number
  max: number
  step?: number
  disabled?: boolean
  /** The value for screen readers. */
  valueText: (value: number) => string
  /** While dragging. */
  onMove?: (value: number) => void
  /** After releasing, or on a key. */
  onCommit?: (value: number) => void
  className?: string
}

/** How long the thumb stays after release, until the value follows (ms). */
const settleMs = 700

/** A styled range input: native keyboard, touch and screen reader support. */
export function Slider({ name, value, max, step = 1, disabled, valueText, onMove, onCommit, className }: SliderProps) {
  const input = useRef<HTMLInputElement>(null)
  const [held, setHeld] = useState<number | null>(null)
  const commit = useRef(onCommit)
  useEffect(() => {
    commit.current = onCommit
  })

  // React's onChange is the `input` event; releasing is the native `change` event.
  useEffect(() => {
    const element = input.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout>
    const released = () => {
      commit.current?.(Number(element.value))
      clearTimeout(timer)
      timer = setTimeout(setHeld, settleMs, null)
    }
    element.addEventListener('change', released)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('change', released)
    }
  }, [])

  const shown = Math.min(held ?? value, max)
  return (
    <input
      ref={input}
      type="range"
      className={classes(styles.slider, className)}
      style={{ '--fill': `${max > 0 ? (shown / max) * 100 : 0}%` } as CSSProperties}
      aria-label={name}
      aria-valuetext={valueText(shown)}
      min={0}
      max={max}
      step={step}
      value={shown}
      disabled={disabled}
      onChange={(event) => {
        const next = Number(event.currentTarget.value)
        setHeld(next)
        onMove?.(next)
      }}
    />
  )
}
