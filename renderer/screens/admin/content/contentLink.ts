/** Finds the playlist, post or comment that a pasted text means: an id, a link, or the code of a widget. */
import { afterLastDash, idKind } from '#contract/ids.ts'
import { isUid } from '#contract/rules.ts'

export type ContentLink =
  | { id: string }
  /** A link to a member. */
  | { uid: string }
  /** `otherSite`: a link to `host`. `noId`: no link, and no id. `noContent`: a link of Strand to something else. */
  | { problem: 'empty' | 'noId' | 'noContent' }
  | { problem: 'otherSite'; host: string }

/** The link in an HTML text, such as the code of a widget. */
const inMarkup = /\b(?:src|href|data-bead|data-post)\s*=\s*["']([^"']+)["']/i

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The last id in a part of a link, which is the most specific one. Headlines before an id can have words that look like one. */
const idIn = (part: string): string | undefined =>
  decoded(part)
    .split(/[^0-9a-z-]+/)
    .map(afterLastDash)
    .findLast((word) => idKind(word) !== null)

/** The parsed link, whose scheme can be missing; null if the text is no link. */
function urlOf(text: string, host: string): URL | null {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return URL.canParse(text) ? new URL(text) : null
  if (text.startsWith('/') && !text.startsWith('//')) return new URL(text, `https://${host}`)
  const complete = `https://${text.replace(/^\/\//, '')}`
  return /^(\/\/)?[^\s/]+[.:][^\s/]+\//.test(text) && URL.canParse(complete) ? new URL(complete) : null
}

function memberIn({ pathname }: URL): string | undefined {
  const uid = /^\/(?:embed\/)?p\/([^/]+)/.exec(decoded(pathname))?.[1]
  return uid !== undefined && isUid(uid) ? uid : undefined
}

/** @param host host and port of this site. Links of the desktop application (`strand://`) belong to every site. */
export function contentLinkOf(text: string, host: string): ContentLink {
  const given = text.trim()
  if (given === '') return { problem: 'empty' }
  const link = (inMarkup.exec(given)?.[1] ?? given).replaceAll('&amp;', '&').trim()
  if (idKind(link) !== null) return { id: link }
  const url = urlOf(link, host)
  if (url === null) return { problem: 'noId' }
  if (url.protocol !== 'strand:' && url.host !== host) return { problem: 'otherSite', host: url.host }
  // The host of `strand://bead/{id}` is part of the path.
  const path = url.protocol === 'strand:' ? url.host + url.pathname : url.pathname
  // A fragment can name a comment. The query comes last, as it can hold the page before.
  const [inPath, inHash] = [idIn(path), idIn(url.hash)]
  const id = inHash !== undefined && idKind(inHash) === 'comment' ? inHash : (inPath ?? inHash ?? idIn(url.search))
  if (id !== undefined) return { id }
  const uid = memberIn(url)
  return uid === undefined ? { problem: 'noContent' } : { uid }
}
