/**
 * `strand://` links (BY18), which any page or program may open. They are mapped to a closed set of intents:
 *
 * - `strand://open/{path}`; also `strand://bead/{id}` and `strand://p/{uid}`, as in the texts of the earlier apps; with `#{origin}`, on that
 *   server instead of the current one
 * - `strand://join/{playlist}`, also with `#{origin}`: the playlist, and the dialog to sign up for a visitor
 * - `strand://play/{playlist or post}?t=90`
 * - `strand://queue/{playlist or post}`
 * - `strand://pair/{code}`
 */
import { toPagePath } from './pagePath.ts'
import { isServerOrigin } from './serverAddress.ts'

export const linkScheme = 'strand'

export type Intent =
  | { type: 'open'; path: string; server?: string }
  /** `id` is a playlist or a post, `startTime` in seconds. */
  | { type: 'play'; id: string; startTime: number | null }
  | { type: 'queue'; id: string }
  | { type: 'pair'; code: string }

export const maxLinkLength = 1024
/** Seconds: a day. */
export const maxStartTime = 86_400

/** Ids of playlists and posts: `server/contract/ids.ts`. */
const itemId = /^[bp][0-9a-z]{17}$/
const playlistId = /^b[0-9a-z]{17}$/
/** `server/contract/rules/tv.ts`, with or without a dash. */
const pairCode = /^[2-9BCDFGHJKMNP-TV-Z]{4}-?[2-9BCDFGHJKMNP-TV-Z]{4}$/i

/** The first words of links that are paths themselves. */
const pathWords: ReadonlySet<string> = new Set(['bead', 'p'])

export const isDeepLink = (text: string): boolean => /^strand:/i.test(text)

/** The intent of a link; null if it is not exactly one of the above. */
export function parseDeepLink(text: string): Intent | null {
  // Without the slashes it is not a link of ours, although URL parsers accept it.
  if (text.length > maxLinkLength || !/^strand:\/\//i.test(text) || !URL.canParse(text)) return null
  const { username, password, port, hostname, pathname, search, searchParams, hash } = new URL(text)
  if (username !== '' || password !== '' || port !== '') return null
  // Of schemes that are not of the web, URL parsers do not lowercase the host.
  const verb = hostname.toLowerCase()
  if (pathWords.has(verb)) return open(`/${verb}${pathname}${search}`, hash)
  if (verb === 'open') return open((pathname === '' ? '/' : pathname) + search, hash)
  const argument = pathname.replace(/^\//, '').replace(/\/$/, '')
  switch (verb) {
    case 'join':
      // A path, which pages of an earlier version show too. The page opens the dialog: `renderer/app/desktop.ts`.
      return playlistId.test(argument) ? open(`/${argument}?join`, hash) : null
    case 'play':
      return itemId.test(argument) ? { type: 'play', id: argument, startTime: startTimeOf(searchParams.get('t')) } : null
    case 'queue':
      return itemId.test(argument) ? { type: 'queue', id: argument } : null
    case 'pair':
      return pairCode.test(argument) ? { type: 'pair', code: argument.replace('-', '').toUpperCase() } : null
    default:
      return null
  }
}

function open(address: string, hash: string): Intent | null {
  const path = toPagePath(address)
  if (path === null) return null
  const server = hash.slice(1)
  // Otherwise it is a place in the page, which the application does not show.
  return isServerOrigin(server) ? { type: 'open', path, server } : { type: 'open', path }
}

/** Whole seconds; null if it is none. */
function startTimeOf(text: string | null): number | null {
  if (text === null || !/^\d{1,5}$/.test(text)) return null
  return Math.min(Number(text), maxStartTime)
}
