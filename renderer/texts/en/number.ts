import { language } from '#contract/messages.ts'

/** The locale of this catalogue, for numbers and dates. */
export const { locale } = language

/** Formats a number: 1234567 → "1,234,567". */
export const n = (value: number): string => value.toLocaleString(locale)
