/** How numbers, lists, times and long texts are written, as the catalogue's language has it (A9, BY22). */
import { t } from '#texts/index.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Made when it is first wanted, and once: making one is slow. */
function made<T>(make: (locale: string) => T): () => T {
  let format: T | undefined
  return () => (format ??= make(t.common.locale))
}
const dates = (options: Intl.DateTimeFormatOptions) => made((locale) => new Intl.DateTimeFormat(locale, options))

const grouped = made((locale) => new Intl.NumberFormat(locale))
const conjunction = made(() => new Intl.ListFormat(t.common.listLocale, { type: 'conjunction' }))
const weekday = dates({ weekday: 'long' })
const shortDate = dates({ month: 'short', day: 'numeric' })
const shortDateWithYear = dates({ month: 'short', day: 'numeric', year: 'numeric' })
const fullInstant = dates({ dateStyle: 'long', timeStyle: 'short' })
const longDay = dates({ dateStyle: 'long', timeZone: 'UTC' })

/** 1234567 → "1,234,567". */
export const count = (value: number): string => grouped().format(value)

/** A list of so many things: their places, and the words between them. */
export const listed = (length: number): (number | string)[] =>
  conjunction()
    .formatToParts(Array.from({ length }, (_, n) => String(n)))
    .map(({ type, value }) => (type === 'element' ? Number(value) : value))

/** ['Ann', 'Bo', '2 others'] → "Ann, Bo and 2 others". */
export const joined = (texts: readonly string[]): string => conjunction().format(texts)

/** A text of the catalogue with places in it, as `found by {finder}`: its words, and the names of its places. */
export const placed = (text: string): { words: string; place?: string }[] =>
  text.split(/\{(\w+)\}/).map((part, n) => (n % 2 === 0 ? { words: part } : { words: '', place: part }))

/** The word for one or for any other number of things. */
export const plural = (value: number, one: string, other: string): string => `${count(value)} ${value === 1 ? one : other}`

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/**
 * 'Now' under a minute, then minutes, then hours, 'Yesterday', the weekday under seven days, then a
 * short date. A clock that runs ahead of ours says 'Now' too.
 */
export function timeAgo(instant: string, now: Date = new Date()): string {
  const then = new Date(instant)
  const seconds = Math.floor((now.getTime() - then.getTime()) / 1000)
  if (seconds < minute) return t.common.now
  if (seconds < hour) return t.common.minutesAgo(Math.floor(seconds / minute))
  if (seconds < day) return t.common.hoursAgo(Math.floor(seconds / hour))
  // Whole days apart on the calendar; rounded, because a day with a change of clocks has 23 or 25 hours.
  const days = Math.round((midnight(now) - midnight(then)) / (day * 1000))
  if (days === 1) return t.common.yesterday
  if (days < 7) return weekday().format(then)
  return date(instant, now)
}

/** "Mar 4", with the year where it is another one than now. */
export function date(instant: string, now: Date = new Date()): string {
  const then = new Date(instant)
  return (then.getFullYear() === now.getFullYear() ? shortDate : shortDateWithYear)().format(then)
}

/** "Mar 4, 2026", whichever year it is now. */
export const dateWithYear = (instant: string): string => shortDateWithYear().format(new Date(instant))

/** The whole instant, for a title. */
export const fullDate = (instant: string): string => fullInstant().format(new Date(instant))

/** A day by its date alone, wherever it is read: "March 4, 2026". */
export const fullDay = (day: string): string => longDay().format(new Date(day))

/** Seconds as m:ss, or h:mm:ss from an hour on. */
export function duration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const parts = [Math.floor((whole % hour) / minute), whole % minute]
  if (whole >= hour) parts.unshift(Math.floor(whole / hour))
  return parts.map((part, place) => (place === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

/** At most `length` characters and an ellipsis; cut at a space where one is within the last 20. */
export function truncate(text: string, length: number): string {
  const characters = [...text]
  if (characters.length <= length) return text
  const cut = characters.slice(0, length)
  const space = characters[length] === ' ' ? length : cut.lastIndexOf(' ')
  return `${cut
    .slice(0, space > 0 && length - space <= 20 ? space : length)
    .join('')
    .trimEnd()}…`
}

/** How far beyond its limit a text may go before it is worth cutting (B9). */
export const slack = 40

/** A text that goes beyond its limit by more than the slack, cut at the limit. */
export const clamp = (text: string, limit: number): string => ([...text].length > limit + slack ? truncate(text, limit) : text)
