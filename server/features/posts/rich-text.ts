/**
 * The markup of a post's text: italic, bold, underline, strike, line breaks and links (A5). Texts are sanitised before they are
 * stored.
 */
import sanitize from 'sanitize-html'
import { limits, postTextPlaceholder } from '#contract/index.ts'

/** Block elements, which become line breaks. */
const blocks = ['p', 'div', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'tr', 'ul', 'ol', 'table', 'section', 'article']

const linkSchemes = ['http', 'https', 'ftp']

/** A path on this site, but not `//host`. */
const isOwnPath = (href: string): boolean => /^\/(?![/\\])/.test(href)

function isOwn(href: string, publicUrl: string): boolean {
  return isOwnPath(href) || (URL.canParse(href) && new URL(href).origin === new URL(publicUrl).origin)
}

/** Converts links of the apps (`strand://bead/b1`) to paths. */
const inPage = (address: string): string =>
  /^strand:/i.test(address) ? address.replace(/^strand:\/*/i, '/').replace(/^[^?#]*/, (path) => path.replace(/\/{2,}/g, '/')) : address

/** Internal links open in the page, external ones in a new tab with `nofollow` (A5). */
function link(href: string | undefined, publicUrl: string): sanitize.Tag {
  // Browsers ignore tabs and line breaks in URLs: `/<tab>/host` is `//host`.
  const address = inPage(href?.replace(/[\t\n\r]/g, '').trim() ?? '')
  if (isOwn(address, publicUrl)) return { tagName: 'a', attribs: { href: address } }
  const allowed = URL.canParse(address) && linkSchemes.includes(new URL(address).protocol.slice(0, -1))
  // `plainLinks` removes links without href. Another tag name here would make sanitize-html close the next element wrongly.
  if (!allowed) return { tagName: 'a', attribs: {} }
  // No `noreferrer`: media providers require the referrer.
  return { tagName: 'a', attribs: { href: address, rel: 'nofollow noopener', target: '_blank' } }
}

/** A URL in plain text, without trailing punctuation. */
const addresses = /\b(?:https?|ftp):\/\/(?:&amp;|[^\s<>"'&])+[^\s<>"'&.,;:!?)\]}]/g

const tags = /(<[^>]*>)/

/** Replaces nested links and links without href by their text. */
function plainLinks(html: string): string {
  const openLinks: boolean[] = []
  return html
    .split(tags)
    .map((part) => {
      if (part === '</a>') return openLinks.pop() ? part : ''
      if (!/^<a[ >]/.test(part)) return part
      const isPreserved = part !== '<a>' && !openLinks.includes(true)
      openLinks.push(isPreserved)
      return isPreserved ? part : ''
    })
    .join('')
}

/**
 * Links URLs in a sanitised text, except inside links. The number is limited because each link makes the text several times longer.
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

/** @param publicUrl Strand's own address. @returns `''` if only white space or the placeholder is left. */
export function cleanText(text: string, publicUrl: string): string {
  const clean = sanitize(text.replace(/\r\n?/g, '\n'), {
    allowedTags: ['i', 'b', 'u', 's', 'br', 'a'],
    allowedAttributes: { a: ['href', 'rel', 'target'] },
    allowedSchemes: linkSchemes,
    disallowedTagsMode: 'discard',
    // Deeper nesting is an attack on the browsers of readers.
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
    // First collapses white space, which would make the patterns below slow.
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?(?:<br ?\/?>\n?|\n) ?/g, '<br>')
    .replace(/(?:<br>){3,}/g, '<br><br>')
    .replace(/^(?:<br>|\s)+|(?:<br>|\s)+$/g, '')
  const bare = textOf(broken)
  return bare === '' || bare === postTextPlaceholder ? '' : broken
}

/** A sanitised text as plain text on one line. */
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

/** uids of the mention links in a sanitised text. */
export const mentionsIn = (html: string): Set<string> => new Set([...html.matchAll(/<a href="\/p\/([^"]+)">@/g)].map(([, uid]) => uid!))
