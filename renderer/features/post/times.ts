/** Start and stop times as people write them: seconds, m:ss or h:mm:ss (B5). */
export function parseTime(text: string): number | null {
  const parts = text.trim().split(':')
  if (parts.length > 3 || !parts.every((part) => /^\d{1,6}$/.test(part))) return null
  const numbers = parts.map(Number)
  if (numbers.slice(1).some((part) => part >= 60)) return null
  return numbers.reduce((sum, part) => sum * 60 + part, 0)
}
