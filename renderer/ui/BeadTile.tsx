import type { CSSProperties } from 'react'
import { hueOf } from './hue.ts'
import styles from './BeadTile.module.css'

/** The pattern of a playlist without a picture, deterministic per seed: discs on a string. Fills its box. */
export function BeadTile({ seed }: { seed: string }) {
  const random = numbersFrom(seed)
  const turn = Math.floor(random() * 4) * 90
  const discs = Array.from({ length: 5 }, (_, n) => ({
    x: 8 + n * 21 + (random() - 0.5) * 9,
    y: 50 + Math.sin(n * 1.15 + random() * 2.4) * 27,
    r: 7 + random() * 15,
  }))
  const string = discs.map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' ')
  return (
    <svg
      className={styles.tile}
      viewBox="0 0 100 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      style={{ '--turn': `${turn}deg` } as CSSProperties}
    >
      <g className={styles.turned}>
        <path d={string} className={styles.string} />
        {discs.map(({ x, y, r }, n) => (
          <circle key={n} cx={x} cy={y} r={r} className={n % 2 === hueOf(seed) % 2 ? styles.solid : styles.clear} />
        ))}
      </g>
    </svg>
  )
}

/** A small generator (mulberry32) seeded by a text: numbers from 0 to 1. */
function numbersFrom(seed: string): () => number {
  let state = hueOf(seed) * 7919 + seed.length
  for (let i = 0; i < seed.length; i++) state = (Math.imul(state, 33) ^ seed.charCodeAt(i)) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296
  }
}
