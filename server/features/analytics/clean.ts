/** What pages report, without what tells of persons: it is kept to find faults, not to follow people. */

type Value = string | number | boolean | null

const longest = 500

/** Addresses without query and fragment, where searches, keys and tokens are; e-mail addresses not at all. */
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
