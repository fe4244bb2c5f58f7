/** How numbers, times and long texts are written (A9). Every function is pure. */
import { t } from '../texts/index.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const grouped = new Intl.NumberFormat('en-US')
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long' })
const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const shortDateWithYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const fullInstant = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

/** 1234567 → "1,234,567". */
export const count = (value: number): string => grouped.format(value)

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
  if (days < 7) return weekday.format(then)
  return date(instant, now)
}

/** "Mar 4", with the year where it is another one than now. */
export function date(instant: string, now: Date = new Date()): string {
  const then = new Date(instant)
  return (then.getFullYear() === now.getFullYear() ? shortDate : shortDateWithYear).format(then)
}

/** The whole instant, for a title. */
export const fullDate = (instant: string): string => fullInstant.format(new Date(instant))

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
  return `${cut.slice(0, space > 0 && length - space <= 20 ? space : length).join('').trimEnd()}…`
}
