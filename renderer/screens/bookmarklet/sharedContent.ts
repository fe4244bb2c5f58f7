/**
 * What another page or app shares for a new post (D12): the query of `/bookmarklet/post`, which the bookmarklet, the share sheet of a
 * phone (Web Share Target) and `strand://` links open. Any page can open it, so that every value is validated. Pure.
 */
import { limits } from '#contract/limits.ts'
import { cut, tidy } from '#contract/rules.ts'
import type { SharedContent } from '#data/index.ts'

export interface QuickPost {
  /** An address with http or https; null for text only. */
  link: string | null
  shared: SharedContent
}

/** Characters of the text, and number of pictures. */
const maxText = 4000
const maxPictures = 6

/** The normalised address without credentials; null if it is not one of the web. */
function webAddress(text: string, protocols: readonly string[] = ['http:', 'https:']): string | null {
  if (text.length > limits.url || !URL.canParse(text)) return null
  const url = new URL(text)
  if (!protocols.includes(url.protocol) || url.hostname === '') return null
  url.username = ''
  url.password = ''
  return url.href
}

const linkPattern = /https?:\/\/[^\s<>"“”]+/gi

/** Android shares an address within the text. Takes the last one: apps append it. */
function splitText(text: string): { link: string | null; rest: string } {
  const found = text
    .match(linkPattern)
    ?.at(-1)
    ?.replace(/[.,:;!?'’\])]+$/, '')
  const link = found === undefined ? null : webAddress(found)
  return link === null ? { link, rest: text } : { link, rest: text.replace(found!, '') }
}

/** Several lines, each tidied, without empty ones at the ends and more than one between. */
const tidyLines = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(tidy)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** The title without the number of unread messages before it and the name of the site after it: `(2) A film - YouTube`. */
export function headlineOf(title: string, link: string | null): string {
  const line = tidy(title).replace(/^\(\d+\+?\)\s+/, '')
  const [, head, site] = /^(.+\S)\s+[-–—|·•]\s+(\S.*)$/u.exec(line) ?? []
  const host = link === null ? '' : new URL(link).hostname
  const name = site?.toLowerCase().replace(/[^\p{L}\d]/gu, '') ?? ''
  const isSite = name.length > 1 && (host.split('.').includes(name) || host.replace(/^www\./, '').replaceAll('.', '') === name)
  return cut(head !== undefined && isSite ? head : line, limits.postTitle.max)
}

/** The name of a site, as it is shown. */
export const siteOf = ({ host }: URL): string => host.replace(/^www\./, '')

/** Null if there is nothing to post. */
export function parseQuickPost(search: string): QuickPost | null {
  const query = new URLSearchParams(search)
  const given = webAddress(query.get('url')?.trim() ?? '')
  const written = (query.get('text') ?? '').trim()
  // Only without an address of its own: a selection may contain other links.
  const { link, rest } = given === null ? splitText(written) : { link: given, rest: written }
  const title = headlineOf(query.get('title') ?? '', link)
  const text = cut(tidyLines(rest === given ? '' : rest), maxText)
  const pictures = query.getAll('image').flatMap((image) => webAddress(image.trim(), ['https:']) ?? [])
  if (link === null && title === '' && text === '') return null
  return { link, shared: { title, text: text === title ? '' : text, pictures: [...new Set(pictures)].slice(0, maxPictures) } }
}
