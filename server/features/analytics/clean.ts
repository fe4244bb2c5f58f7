/**
 * Removes personal data from the texts of reports, which serve to find defects, not to track people. A report is an
 * event with data that a page sends; see the README.
 */

type Value = string | number | boolean | null

/** Maximum length of a stored text (characters). */
const longest = 500

/**
 * Removes the queries and fragments of URLs, which can contain searches, keys and tokens, and e-mail addresses. A `?`
 * or `#` counts as part of a URL if it follows a character of a path and is followed by text: a question mark that ends
 * a sentence stays. Shortens the text, without leaving half of a surrogate pair at the end.
 */
export const cleanText = (text: string): string =>
  text
    .slice(0, 2000)
    .replace(/[?#][^\s"'<>()]*/g, (tail, at: number, whole: string) =>
      /[\w/.%-]$/.test(whole.slice(0, at)) && tail.length > 1 ? '' : tail,
    )
    .replace(/[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[^\s@<>"'(),;:]+/g, '[e-mail]')
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '')

export const cleanData = (data: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [cleanText(name), typeof value === 'string' ? cleanText(value) : value]))
