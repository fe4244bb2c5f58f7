/** Formats numbers, lists, times and long texts for the catalogue's language (A9, BY22). */
import { t } from '#texts/index.ts'

export { clockTime as duration } from '#contract/pages/clockTime.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Creates a formatter lazily and once: creating one is slow. */
function made<T>(make: (locale: string) => T): () => T {
  let format: T | undefined
  return () => (format ??= make(t.common.locale))
}
const dates = (options: Intl.DateTimeFormatOptions) => made((locale) => new Intl.DateTimeFormat(locale, options))

const conjunction = made(() => new Intl.ListFormat(t.common.listLocale, { type: 'conjunction' }))
const weekday = dates({ weekday: 'long' })
const shortDate = dates({ month: 'short', day: 'numeric' })
const shortDateWithYear = dates({ month: 'short', day: 'numeric', year: 'numeric' })
const fullInstant = dates({ dateStyle: 'long', timeStyle: 'short' })
const longDay = dates({ dateStyle: 'long', timeZone: 'UTC' })

/** The server renders dates in UTC; the browser follows in its own time zone. */
export type TimeZone = 'UTC' | 'local'

/**
 * The time whose local date and time are those of `instant` in the time zone. Formatters are slow to create: so those of the local time
 * zone suffice.
 */
function inZone(instant: string | Date, zone: TimeZone): Date {
  const date = new Date(instant)
  return zone === 'UTC' ? new Date(date.getTime() + date.getTimezoneOffset() * 60_000) : date
}

/** 1234567 → "1,234,567". */
export const count = (value: number): string => t.common.number(value)

/** Parts of a list of the given length: item indexes and separators. */
export const listed = (length: number): (number | string)[] =>
  conjunction()
    .formatToParts(Array.from({ length }, (_, n) => String(n)))
    .map(({ type, value }) => (type === 'element' ? Number(value) : value))

/** ['Ann', 'Bo', '2 others'] → "Ann, Bo and 2 others". */
export const joined = (texts: readonly string[]): string => conjunction().format(texts)

/** Splits a text with placeholders, such as `found by {finder}`, into words and placeholder names. */
export const placed = (text: string): { words: string; place?: string }[] =>
  text.split(/\{(\w+)\}/).map((part, n) => (n % 2 === 0 ? { words: part } : { words: '', place: part }))

/** Singular or plural. */
export const plural = (value: number, one: string, other: string): string => `${count(value)} ${value === 1 ? one : other}`

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/**
 * 'Now' under a minute, then minutes, hours, 'Yesterday', the weekday under seven days, then a short date. Times in the future are 'Now'
 * too.
 */
export function timeAgo(instant: string, now: Date = new Date(), zone: TimeZone = 'local'): string {
  const then = inZone(instant, zone)
  const seconds = Math.floor((now.getTime() - new Date(instant).getTime()) / 1000)
  if (seconds < minute) return t.common.now
  if (seconds < hour) return t.common.minutesAgo(Math.floor(seconds / minute))
  if (seconds < day) return t.common.hoursAgo(Math.floor(seconds / hour))
  // Calendar days apart; rounded, since days with a daylight saving change have 23 or 25 hours.
  const days = Math.round((midnight(inZone(now, zone)) - midnight(then)) / (day * 1000))
  if (days === 1) return t.common.yesterday
  if (days < 7) return weekday().format(then)
  return date(instant, now, zone)
}

/** After which time (ms) a shown `timeAgo` is computed again; null if its text no longer changes. */
export function timeAgoLifetime(instant: string, now: Date): number | null {
  const seconds = (now.getTime() - new Date(instant).getTime()) / 1000
  if (seconds < hour) return minute * 1000
  // Hours, days of the week, and the change to a date after a week.
  return seconds < 8 * day ? 10 * minute * 1000 : null
}

/** "Mar 4", with the year if it is not the current one. */
export function date(instant: string, now: Date = new Date(), zone: TimeZone = 'local'): string {
  const then = inZone(instant, zone)
  return (then.getFullYear() === inZone(now, zone).getFullYear() ? shortDate : shortDateWithYear)().format(then)
}

/** "Mar 4, 2026". */
export const dateWithYear = (instant: string, zone: TimeZone = 'local'): string => shortDateWithYear().format(inZone(instant, zone))

/** Date and time, for a title attribute. */
export const fullDate = (instant: string): string => fullInstant().format(new Date(instant))

/** A date without a time zone: "March 4, 2026". */
export const fullDay = (day: string): string => longDay().format(new Date(day))

/** At most `length` characters and an ellipsis; cut at a space within the last 20 characters, if there is one. */
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

/** How far a text may exceed its limit before it is truncated (B9). */
export const slack = 40

/** Truncates a text that exceeds its limit by more than the slack. */
export const clamp = (text: string, limit: number): string => ([...text].length > limit + slack ? truncate(text, limit) : text)
