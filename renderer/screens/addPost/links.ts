/** Recognition of links in text that is typed, pasted or shared by another app. */

/**
 * Whether the text is one address: with a scheme, the path of one of Strand's demo clips, or a host name with a dot and
 * an optional path. Text with spaces never matches.
 */
export const looksLikeLink = (text: string): boolean =>
  /^(https?:\/\/\S+|\/clips\/\S+|[^\s/?#@:]+\.[\p{L}\d-]{2,}([/?#:]\S*)?)$/iu.test(text.trim())

/** The host name of a link, shown during the lookup. */
export function hostOf(text: string): string {
  const link = text.trim()
  try {
    return new URL(/^https?:\/\//i.test(link) ? link : link.startsWith('/') ? new URL(link, location.origin) : `https://${link}`).host
  } catch {
    return link
  }
}

/** Maximum number of links in one paste. */
export const maxLinks = 100

/** Separates pasted lines in the single-line search field. */
const lineEnd = ' ↵ '

const isAddress = (word: string): boolean => /^(https?:\/\/[^\s/]\S*|\/clips\/\S+)$/i.test(word)

/**
 * The addresses in a line, without surrounding punctuation. Only an address that is alone in its line may lack the
 * scheme.
 */
function linksOfLine(line: string): string[] {
  const words = line
    .split(/\s+|,(?=https?:\/\/)/i)
    .map((word) => word.replace(/[,;]+$/, ''))
    .filter(Boolean)
  const [only] = words
  if (words.length === 1 && only !== undefined && looksLikeLink(only) && /^www\.|\//i.test(only)) return [only]
  if (words.every(isAddress)) return words
  return words
    .map((word) => {
      const bare = (/(?:https?:\/\/|^\/clips\/)[^<>"“”]+/i.exec(word)?.[0] ?? '').replace(/[.:!?'’\]]+$/, '')
      // A closing parenthesis belongs to the address only if that contains an opening one.
      return bare.includes('(') ? bare : bare.replace(/\)[).:!?'’\]]*$/, '')
    })
    .filter(isAddress)
}

/** A link, or a line without one. */
export interface Entry {
  text: string
  isLink: boolean
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\n↵]/)
    .map((line) => line.trim())
    .filter(Boolean)

/** The links and the lines without a link, unique and in order. Other text in a line with a link is ignored. */
export function entriesIn(text: string): Entry[] {
  const entries = new Map<string, Entry>()
  for (const line of linesOf(text)) {
    const links = linksOfLine(line)
    for (const link of links) entries.set(link, { text: link, isLink: true })
    if (links.length === 0 && !entries.has(line)) entries.set(line, { text: line, isLink: false })
  }
  return [...entries.values()]
}

/** The entries if there is more than one link; otherwise empty. */
export function multipleLinksIn(text: string): Entry[] {
  const entries = entriesIn(text)
  return entries.filter(({ isLink }) => isLink).length > 1 ? entries : []
}

/**
 * The only link in a text, such as an app shares; null if there is none, if there are several, or if the text is
 * nothing but the link.
 */
export function singleLinkIn(text: string): string | null {
  if (looksLikeLink(text)) return null
  const links = entriesIn(text).filter(({ isLink }) => isLink)
  return links.length === 1 ? links[0]!.text : null
}

/**
 * Joins lines for the single-line search field, so that `entriesIn` finds the same entries. Lines that consist of
 * complete addresses, and lines without any link, are joined by a space, others by `lineEnd`.
 */
export function joinLines(lines: readonly string[]): string {
  const trimmed = lines.map((line) => line.trim()).filter(Boolean)
  const isMixed = entriesIn(trimmed.join('\n')).some(({ isLink }) => isLink) && !trimmed.every((line) => line.split(/\s+/).every(isAddress))
  return trimmed.join(isMixed ? lineEnd : ' ')
}

/** Splits entries into a batch of at most `maxLinks` links and the rest. Lines without a link do not count. */
export function splitBatch(entries: readonly Entry[]): { batch: Entry[]; rest: Entry[] } {
  const [firstBeyond] = entries.flatMap(({ isLink }, n) => (isLink ? [n] : [])).slice(maxLinks)
  return { batch: entries.slice(0, firstBeyond), rest: firstBeyond === undefined ? [] : entries.slice(firstBeyond) }
}

/** Whether the link is the address of a picture file (B5), not of a page. */
export const isPictureAddress = (link: string): boolean => {
  const text = link.trim()
  return URL.canParse(text) && /\.(jpe?g|png)$/i.test(new URL(text).pathname)
}
