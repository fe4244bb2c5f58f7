/** An address as people paste it: with its scheme, or just a name with a dot; never words with spaces. */
export const looksLikeLink = (text: string): boolean =>
  /^(https?:\/\/\S+|\/clips\/\S+|[^\s/?#@:]+\.[\p{L}\d-]{2,}([/?#:]\S*)?)$/iu.test(text.trim())

/** The name of the site that a link leads to, for the words while it is looked up. */
export function hostOf(text: string): string {
  const link = text.trim()
  try {
    return new URL(/^https?:\/\//i.test(link) ? link : link.startsWith('/') ? new URL(link, location.origin) : `https://${link}`).host
  } catch {
    return link
  }
}

/** How many addresses one paste may hold: as many as a person reads a report of. */
export const mostLinks = 100

/** Stands for the end of a line in a box that has only one. */
const lineEnd = ' ↵ '

const isAddress = (word: string): boolean => /^(https?:\/\/[^\s/]\S*|\/clips\/\S+)$/i.test(word)

/** The addresses in a line, without the signs that a sentence puts around them. */
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
      return bare.includes('(') ? bare : bare.replace(/\)[).:!?'’\]]*$/, '')
    })
    .filter(isAddress)
}

/** Of what was pasted: a link, or a line in which there is none. */
export interface Entry {
  text: string
  isLink: boolean
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\n↵]/)
    .map((line) => line.trim())
    .filter(Boolean)

/** Links and lines without one, each once, in their order. Words in the line of a link are about the link. */
export function entriesIn(text: string): Entry[] {
  const entries = new Map<string, Entry>()
  for (const line of linesOf(text)) {
    const links = linksOfLine(line)
    for (const link of links) entries.set(link, { text: link, isLink: true })
    if (links.length === 0 && !entries.has(line)) entries.set(line, { text: line, isLink: false })
  }
  return [...entries.values()]
}

/** Several links make several posts, whatever stands between them; else there is nothing here. */
export function severalIn(text: string): Entry[] {
  const entries = entriesIn(text)
  return entries.filter(({ isLink }) => isLink).length > 1 ? entries : []
}

/** The one link among words, as an app hands on what it shares; null where there is none, several, or nothing else. */
export function loneLink(text: string): string | null {
  if (looksLikeLink(text)) return null
  const links = entriesIn(text).filter(({ isLink }) => isLink)
  return links.length === 1 ? links[0]!.text : null
}

/** Lines in one, so that what is a link and what is none can be told again. */
export function joinLines(lines: readonly string[]): string {
  const kept = lines.map((line) => line.trim()).filter(Boolean)
  const isMixed = entriesIn(kept.join('\n')).some(({ isLink }) => isLink) && !kept.every((line) => line.split(/\s+/).every(isAddress))
  return kept.join(isMixed ? lineEnd : ' ')
}

/** As many links as are posted at once, with the lines among them, and those that come after. */
export function partsOf(entries: readonly Entry[]): { taken: Entry[]; rest: Entry[] } {
  const [beyond] = entries.flatMap(({ isLink }, n) => (isLink ? [n] : [])).slice(mostLinks)
  return { taken: entries.slice(0, beyond), rest: beyond === undefined ? [] : entries.slice(beyond) }
}

/** A picture itself (B5), and not a page that shows some. */
export const isPictureAddress = (link: string): boolean => {
  const text = link.trim()
  return URL.canParse(text) && /\.(jpe?g|png)$/i.test(new URL(text).pathname)
}
