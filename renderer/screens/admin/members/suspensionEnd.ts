/** The end of a suspension, as chosen in the form. Pure. */
import { suspensionDays } from '#contract/rules.ts'

/** A number of days, `endless`, or `date` for the field beside it. */
export const endChoices: readonly string[] = [...suspensionDays.map((days) => (days === null ? 'endless' : String(days))), 'date']

/** The instant in UTC; null for until further notice; undefined if the date is missing. `date`: the last day, in the local time zone. */
export function endOf(choice: string, date: string, now: Date): string | null | undefined {
  if (choice === 'endless') return null
  if (choice !== 'date') return new Date(now.getTime() + Number(choice) * 86_400_000).toISOString()
  const end = new Date(`${date}T23:59:59.999`)
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString()
}
