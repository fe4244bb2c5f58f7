import { language } from '#contract/messages.ts'

/** As the language of this catalogue writes numbers, dates and lists. */
export const { locale } = language

/** 1234567 → "1,234,567". */
export const n = (value: number): string => value.toLocaleString(locale)
