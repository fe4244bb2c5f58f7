/** Start and stop times as people write them: seconds, m:ss or h:mm:ss (B5). */
export function parseTime(text: string): number | null {
  const parts = text.trim().split(':')
  if (parts.length > 3 || !parts.every((part) => /^\d{1,6}$/.test(part))) return null
  const numbers = parts.map(Number)
  if (numbers.slice(1).some((part) => part >= 60)) return null
  return numbers.reduce((sum, part) => sum * 60 + part, 0)
}

/** Longer than any medium, in seconds; what is beyond was meant to break something. */
const latest = 360_000
const units = /^(?=\d)(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?$/i

/** Where `?t=` says that a post begins, in seconds: 90, 90s, 1m30s, 1h2m3s, 1:30 (BY18); null for anything else. */
export function parseStart(text: string | null): number | null {
  if (text === null || text.length > 16) return null
  const [whole, hours = 0, minutes = 0, seconds = 0] = units.exec(text.trim()) ?? []
  const start = whole === undefined ? parseTime(text) : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return start !== null && start < latest ? start : null
}
