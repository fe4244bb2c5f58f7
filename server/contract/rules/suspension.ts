/** The schema `Suspension` as a type, which this file cannot import. */
interface Suspension {
  until: string | null
  reason: string
}

/** Stored as the end of a suspension until further notice: sorts after every other instant. */
export const endless = '9999-12-31T23:59:59.999Z'

/** Longest suspension with an end (ms): ten years. */
export const maxSuspensionMs = 10 * 365 * 86_400_000

/** Periods that a suspension can take, in days; null means until further notice. */
export const suspensionDays = [1, 3, 7, 30, 90, null] as const

/** The suspension of a member's stored columns, at `now`; null if there is none or it has ended. */
export function suspensionAt(until: string | null, reason: string | null, now: string): Suspension | null {
  if (until === null || until <= now) return null
  return { until: until === endless ? null : until, reason: reason ?? '' }
}

/** Tells a suspended member why a change is refused. */
export function suspendedMessage({ until, reason }: Suspension): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  const end = until === null ? 'until further notice' : `until ${new Date(until).toLocaleString('en-GB', style)} (UTC)`
  return `Your account is suspended ${end}. You can read, but not change anything. Reason: ${reason}`
}
