/** The language in which everything is said, and which way it runs: every document says so, and numbers, dates and lists are written as it has them. */
export const locale = 'en-US'
export const lang = 'en'
export const dir: 'ltr' | 'rtl' = 'ltr'
