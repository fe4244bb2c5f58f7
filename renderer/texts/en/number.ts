import { language } from '#contract/messages.ts'

/** The locale of this catalogue, for numbers and dates. */
export const { locale } = language

let grouped: Intl.NumberFormat | undefined

/** Formats a number: 1234567 → "1,234,567". Most have no groups, and creating a formatter takes longer than all of them. */
export const n = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : (grouped ??= new Intl.NumberFormat(locale)).format(value)
