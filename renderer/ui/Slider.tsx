import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { classes } from './classes.ts'
import styles from './Slider.module.css'

interface SliderProps {
  name: string
  value: number
  max: number
  step?: number
  disabled?: boolean
  /** The value in words, for those who cannot see where the thumb stands. */
  valueText: (value: number) => string
  /** While it is dragged. */
  onMove?: (value: number) => void
  /** Let go, or moved by a key. */
  onCommit?: (value: number) => void
  className?: string
}

/** How long the thumb waits, where it was let go, for the value to follow. */
const settle = 700

/** A range input in the product's look: the browser's own keys, touch and reading. */
export function Slider({ name, value, max, step = 1, disabled, valueText, onMove, onCommit, className }: SliderProps) {
  const input = useRef<HTMLInputElement>(null)
  const [held, setHeld] = useState<number | null>(null)
  const commit = useRef(onCommit)
  useEffect(() => {
    commit.current = onCommit
  })

  // React's onChange is the browser's `input`; letting go is the browser's `change`.
  useEffect(() => {
    const element = input.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout>
    const released = () => {
      commit.current?.(Number(element.value))
      clearTimeout(timer)
      timer = setTimeout(setHeld, settle, null)
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
