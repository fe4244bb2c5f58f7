import { secondsOf } from '#contract/rules.ts'

/** Upper limit in seconds, longer than any medium; higher values are invalid. */
const maxStart = 360_000
/** `1h2m3s`, each part optional. */
const units = /^(?=\d)(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?$/i

/** Parses the start position `?t=` in whole seconds: 90, 90s, 1m30s, 1h2m3s, 1:30 (BY18); null if invalid. */
export function parseStart(text: string | null): number | null {
  if (text === null || text.length > 16) return null
  const [whole, hours = 0, minutes = 0, seconds = 0] = units.exec(text.trim()) ?? []
  const start = whole === undefined ? secondsOf(text) : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return start !== null && Number.isInteger(start) && start < maxStart ? start : null
}
