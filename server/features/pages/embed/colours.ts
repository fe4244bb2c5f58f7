/**
 * The colours of the widget. The accent is chosen by the embedding site, so the server computes what is readable with it in both themes
 * (WCAG 2.2: 4.5:1 for text).
 */

export interface Palette {
  canvas: string
  hover: string
  line: string
  control: string
  text: string
  soft: string
  /** Background of buttons and of the played part of a bar, and the text on it. */
  accent: string
  onAccent: string
  /** The accent as text, as the focus ring and as the bar of the progress, on the canvas, a hovered row and the current one. */
  accentText: string
  /** Background of the current row. */
  wash: string
}

type Surfaces = Omit<Palette, 'accent' | 'onAccent' | 'accentText' | 'wash'>

const light: Surfaces = {
  canvas: '#ffffff',
  hover: '#f0f0f3',
  line: '#e4e4e8',
  control: '#85858f',
  text: '#1a1a1e',
  soft: '#50505a',
}
const dark: Surfaces = {
  canvas: '#1c1c1f',
  hover: '#2a2a2f',
  line: '#2e2e33',
  control: '#777782',
  text: '#f3f3f5',
  soft: '#bcbcc5',
}

/** Strand's own accent, as in `renderer/ui/tokens.css`. */
const strandPalettes: Record<'light' | 'dark', Palette> = {
  light: { ...light, accent: '#d23f2a', onAccent: '#ffffff', accentText: '#c23521', wash: '#fdeeeb' },
  dark: { ...dark, accent: '#ff9079', onAccent: '#2b110b', accentText: '#ff9079', wash: '#3a231f' },
}

type Channels = readonly [red: number, green: number, blue: number]

const channelsOf = (hex: string): Channels => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as Channels

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance (WCAG 2.2), from 0 to 1. */
function luminance(hex: string): number {
  const [red, green, blue] = channelsOf(hex).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** `amount` of 0 is `one`, of 1 `other`. */
function mix(one: string, other: string, amount: number): string {
  const others = channelsOf(other)
  return hexOf(channelsOf(one).map((channel, n) => channel + (others[n]! - channel) * amount))
}

const readable = 4.5
/** Share of the accent in the background of the current row. */
const washShare = 0.1
/** Steps in which the accent moves towards black or white until it is readable. */
const steps = 20

function withAccent(surfaces: Surfaces, accent: string, pole: '#000000' | '#ffffff'): Palette {
  const onAccent = contrast('#ffffff', accent) >= readable ? '#ffffff' : '#000000'
  const wash = mix(surfaces.canvas, accent, washShare)
  const isReadable = (colour: string) => [surfaces.canvas, surfaces.hover, wash].every((surface) => contrast(colour, surface) >= readable)
  const shades = Array.from({ length: steps + 1 }, (_, step) => mix(accent, pole, step / steps))
  return { ...surfaces, accent, onAccent, accentText: shades.find(isReadable) ?? pole, wash }
}

/** The palettes of both themes. `accent`: `#rrggbb`, or null for Strand's own. */
export function palettesOf(accent: string | null): Record<'light' | 'dark', Palette> {
  if (accent === null) return strandPalettes
  return { light: withAccent(light, accent, '#000000'), dark: withAccent(dark, accent, '#ffffff') }
}
