/** Removes personal data from reports: they serve to find defects, not to track people. */

type Value = string | number | boolean | null

const longest = 500

/** Removes query and fragment of URLs (they contain searches, keys and tokens) and e-mail addresses. */
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
