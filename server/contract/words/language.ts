/** The language and text direction of the product. Documents declare them; numbers, dates and lists are formatted for them. */
export const locale = 'en-US'
export const lang = 'en'
export const dir: 'ltr' | 'rtl' = 'ltr'
