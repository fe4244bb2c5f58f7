/**
 * The markup of a post's text: italic, bold, underline, strike, line breaks and links (A5). All else
 * is taken out before it is stored, so that no page has to trust what it shows.
 */
import sanitize from 'sanitize-html'
import { limits, postTextPlaceholder } from '#contract/index.ts'

/** Elements that begin on a line of their own; the line stays, they go. */
const blocks = ['p', 'div', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'tr', 'ul', 'ol', 'table', 'section', 'article']

const linkSchemes = ['http', 'https', 'ftp']

/** A path of our own, but not `//host`, which is somebody else's. */
const isOwnPath = (href: string): boolean => /^\/(?![/\\])/.test(href)

function isOwn(href: string, publicUrl: string): boolean {
  return isOwnPath(href) || (URL.canParse(href) && new URL(href).origin === new URL(publicUrl).origin)
}

/** `strand://bead/b1`, as the apps link to a page, is that page's path. */
const inPage = (address: string): string =>
  /^strand:/i.test(address) ? address.replace(/^strand:\/*/i, '/').replace(/^[^?#]*/, (path) => path.replace(/\/{2,}/g, '/')) : address

/** Links of our own stay in the page; others open in a new tab, unendorsed (A5). */
function link(href: string | undefined, publicUrl: string): sanitize.Tag {
  // Browsers read over tabs and ends of lines: `/<tab>/host` is `//host`.
  const address = inPage(href?.replace(/[\t\n\r]/g, '').trim() ?? '')
  if (isOwn(address, publicUrl)) return { tagName: 'a', attribs: { href: address } }
  const allowed = URL.canParse(address) && linkSchemes.includes(new URL(address).protocol.slice(0, -1))
  // A link to nowhere: `plainLinks` keeps its text alone. (Made another element here, sanitize-html would close the next one as that.)
  if (!allowed) return { tagName: 'a', attribs: {} }
  // `noreferrer` is left out on purpose: providers need to know where they are played from.
  return { tagName: 'a', attribs: { href: address, rel: 'nofollow noopener', target: '_blank' } }
}

/** An address in plain text, without the punctuation that ends the sentence around it. */
const addresses = /\b(?:https?|ftp):\/\/(?:&amp;|[^\s<>"'&])+[^\s<>"'&.,;:!?)\]}]/g

const tags = /(<[^>]*>)/

/** Of links within links, and to nowhere, the text alone. */
function plainLinks(html: string): string {
  const kept: boolean[] = []
  return html
    .split(tags)
    .map((part) => {
      if (part === '</a>') return kept.pop() ? part : ''
      if (!/^<a[ >]/.test(part)) return part
      const keeps = part !== '<a>' && !kept.includes(true)
      kept.push(keeps)
      return keeps ? part : ''
    })
    .join('')
}

/**
 * Makes links of the addresses in a cleaned text, but not of those that are in a link already. At most
 * so many: a text of nothing but addresses would grow manyfold.
 */
function linkAddresses(html: string, publicUrl: string): string {
  let within = false
  const parts = html.split(tags)
  let left = limits.links - parts.filter((part) => part.startsWith('<a ')).length
  const linked = (address: string): string => {
    const { attribs } = link(address.replace(/&amp;/g, '&'), publicUrl)
    if (attribs.href === undefined || left <= 0) return address
    left -= 1
    const attributes = Object.entries(attribs).map(([name, value]) => ` ${name}="${name === 'href' ? address : value}"`)
    return `<a${attributes.join('')}>${address}</a>`
  }
  return parts
    .map((part) => {
      if (part.startsWith('<')) within = part.startsWith('<a ') || (within && part !== '</a>')
      return part.startsWith('<') || within ? part : part.replace(addresses, linked)
    })
    .join('')
}

/** @param publicUrl Strand's own address. @returns `''` where nothing is left but space or the placeholder. */
export function cleanText(text: string, publicUrl: string): string {
  const clean = sanitize(text.replace(/\r\n?/g, '\n'), {
    allowedTags: ['i', 'b', 'u', 's', 'br', 'a'],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: linkSchemes,
    disallowedTagsMode: 'discard',
    // Nobody writes so; whoever sends it anyway would have every reader's browser build it.
    nestingLimit: 64,
    transformTags: {
      em: 'i',
      strong: 'b',
      strike: 's',
      del: 's',
      ins: 'u',
      a: (_name, { href }) => link(href, publicUrl),
      ...Object.fromEntries(blocks.map((block) => [block, 'br'])),
    },
    exclusiveFilter: ({ tag, text: inner }) => tag === 'a' && inner.trim() === '',
  })
  const broken = linkAddresses(plainLinks(clean), publicUrl)
    // Runs of space go first: they would make the patterns below slow, and no page shows them.
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?(?:<br ?\/?>\n?|\n) ?/g, '<br>')
    .replace(/(?:<br>){3,}/g, '<br><br>')
    .replace(/^(?:<br>|\s)+|(?:<br>|\s)+$/g, '')
  const bare = textOf(broken)
  return bare === '' || bare === postTextPlaceholder ? '' : broken
}

/** The words of a cleaned text on one line, for a description or a comparison. */
export const textOf = (html: string): string =>
  html
    .replace(/<br>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()

/** Whom a cleaned text mentions: its links say it. */
export const mentionsIn = (html: string): Set<string> => new Set([...html.matchAll(/<a href="\/p\/([^"]+)">@/g)].map(([, uid]) => uid!))
