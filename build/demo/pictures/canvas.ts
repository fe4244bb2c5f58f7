/** What every motif draws with: seeded chance, palettes, and a few SVG shorthands. */
import { random } from '../synth.ts'

export interface Chance {
  (): number
  range(low: number, high: number): number
  int(low: number, high: number): number
  pick<T>(of: readonly T[]): T
  flip(odds?: number): boolean
}

export function chance(name: string): Chance {
  let seed = 2_166_136_261
  for (const char of name) seed = Math.imul(seed ^ char.charCodeAt(0), 16_777_619)
  const next = random(seed)
  return Object.assign(() => next(), {
    range: (low: number, high: number) => low + next() * (high - low),
    int: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)]!,
    flip: (odds = 0.5) => next() < odds,
  })
}

/** Five colours, darkest first, lightest last; the three between carry the picture. */
export const palettes = {
  ember: ['#1f1a38', '#5b2a5e', '#c8415b', '#f58a5b', '#fde1b2'],
  lagoon: ['#0e2a3b', '#14566b', '#2a9d8f', '#a8dadc', '#f6f3e4'],
  orchard: ['#26331b', '#5c7a29', '#a8bf4a', '#f3c969', '#f7f0d8'],
  plum: ['#221133', '#4d2a6b', '#9655a6', '#e79ac0', '#fdecef'],
  brick: ['#2b1d1d', '#7d2e2a', '#d1553c', '#f2a65a', '#fbeed5'],
  fjord: ['#0f1e33', '#2c4a6e', '#6388a8', '#b9cfdc', '#f4ede4'],
  citrus: ['#1d3327', '#d9482b', '#f28a2e', '#ffd166', '#fff6e0'],
  berry: ['#2a0f2b', '#8c1c4a', '#e23e57', '#ff9a8b', '#ffeee3'],
  paper: ['#1b1b1e', '#2b4162', '#d64933', '#f0c808', '#f5f0e6'],
  mint: ['#12343b', '#2d8a7d', '#7bd3b5', '#f7d488', '#fff8ec'],
  dusk: ['#141b41', '#306bac', '#6f9ceb', '#f7b2ad', '#fef3ea'],
  clay: ['#2f2420', '#8a5a44', '#c98b6b', '#e8c9a9', '#f8efe3'],
  neon: ['#0b0c1e', '#3a0ca3', '#8b2fc9', '#f72585', '#4cc9f0'],
  tomato: ['#1c2b3a', '#3d6b73', '#e4572e', '#f3a712', '#f5ecd7'],
  sage: ['#25322d', '#4f6d5c', '#94b49f', '#df9a75', '#f6eedf'],
  ink: ['#101318', '#2d3540', '#6b7785', '#e0533d', '#f1ede4'],
} as const satisfies Record<string, readonly [string, string, string, string, string]>

export type PaletteName = keyof typeof palettes
export type Palette = readonly [string, string, string, string, string]
export const paletteNames = Object.keys(palettes) as PaletteName[]

const n = (value: number) => Math.round(value * 10) / 10
export const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${more}/>`
export const circle = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`
export const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`
export const line = (points: readonly (readonly [number, number])[], stroke: string, width: number, more = '') =>
  `<polyline points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
export const polygon = (points: readonly (readonly [number, number])[], fill: string, more = '') =>
  `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="${fill}" ${more}/>`
export const group = (body: string, attributes: string) => `<g ${attributes}>${body}</g>`

export const gradient = (id: string, stops: readonly string[], vertical = true) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${vertical ? 0 : 1}" y2="${vertical ? 1 : 0}">${stops
    .map((colour, i) => `<stop offset="${n((i / (stops.length - 1)) * 100)}%" stop-color="${colour}"/>`)
    .join('')}</linearGradient>`

/** A soft random curve on [0, 1): three sines, so that hills and waves never look alike. */
export function curve(r: Chance, wildness = 1): (t: number) => number {
  const parts = [1, 2.3, 4.1].map((f) => ({ f: f * r.range(0.7, 1.4) * wildness, phase: r.range(0, 6.3), size: 1 / f }))
  return (t) => parts.reduce((sum, { f, phase, size }) => sum + size * Math.sin(phase + t * f * 6.283), 0) / 1.7
}

/** The whole picture: the body over a grain so faint that it reads as print, not noise. */
export function picture(body: string, w: number, h: number, { grain = 0.1 } = {}): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${body}<filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="4"/><feColorMatrix values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 0 0 0 1.6 -.6"/></filter><rect width="${w}" height="${h}" filter="url(#grain)" opacity="${grain}" style="mix-blend-mode:overlay"/></svg>`
}
