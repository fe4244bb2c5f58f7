import { useEffect, useState } from 'react'

/** Interval between two moves (ms), and their distance (rem). */
const moveMs = 45_000
const distance = 0.4

/** Shifts what stands still a little now and then, so that it does not burn into the screen. */
export function useDrift(): { transform: string } {
  const [step, setStep] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setStep((count) => count + 1), moveMs)
    return () => clearInterval(timer)
  }, [])
  const angle = step * 2.4
  const [x, y] = step === 0 ? [0, 0] : [Math.cos(angle) * distance, Math.sin(angle) * distance]
  return { transform: `translate(${x.toFixed(2)}rem, ${y.toFixed(2)}rem)` }
}
