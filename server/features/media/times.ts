/** Parses the formats of times in URLs, in seconds: `90`, `90s`, `1m30s`, `1h2m3s`, `1:30`, `1:02:03`. */
export function parseTime(value: string | null | undefined): number | undefined {
  if (!value) return undefined
  const text = value.trim().toLowerCase()
  const seconds = clock(text) ?? units(text)
  return seconds !== undefined && seconds > 0 && seconds <= longest ? seconds : undefined
}

/** The contract's maximum: two days. */
const longest = 48 * 3600

function clock(text: string): number | undefined {
  if (!/^\d{1,6}(:\d{1,2}){1,2}$/.test(text)) return undefined
  return text.split(':').reduce((total, part) => total * 60 + Number(part), 0)
}

function units(text: string): number | undefined {
  const match = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6}(?:\.\d{1,3})?)s?)?$/.exec(text)
  if (!match || text === '') return undefined
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
