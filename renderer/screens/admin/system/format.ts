import { count } from '#ui/format.ts'

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** Bytes in decimal units, with one decimal place below 10: 1234567 → "1.2 MB". */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes)
  let unit = 0
  for (; value >= 999.5 && unit < units.length - 1; unit += 1) value /= 1000
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : count(Math.round(value))} ${units[unit]}`
}

/** A local date and time of an input (`2027-01-03T10:00`) as an instant; null if it is empty or invalid. */
export function instantOf(local: string): string | null {
  const time = new Date(local).getTime()
  return local === '' || Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** An instant as the value of a local date and time input, in minutes. */
export function localOf(instant: string): string {
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
