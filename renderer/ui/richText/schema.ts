/** The document schema: one block of text and line breaks, with exactly the markup that a post can have (A5). */
import { Schema, type Mark } from 'prosemirror-model'

export const markNames = ['b', 'i', 'u', 's'] as const
export type MarkName = (typeof markNames)[number]

/** Alternative elements for the same marks, in browsers and older texts. */
export const markAliases: Readonly<Record<string, MarkName>> = {
  b: 'b',
  strong: 'b',
  i: 'i',
  em: 'i',
  u: 'u',
  ins: 'u',
  s: 's',
  strike: 's',
  del: 's',
}

/** Addresses that the server accepts: web addresses, and own paths (`//host` is not one). */
const allowedAddress = /^(?:(?:https?|ftp):\/\/|\/(?![/\\]))/i

/** Attributes of the `a` mark; null if the address must not become a link. */
export function linkAttributes(href: string | null, target: string | null): { href: string; outside: boolean } | null {
  // Browsers ignore tabs and line ends in addresses.
  const address = (href ?? '').replace(/[\t\n\r]/g, '').trim()
  return allowedAddress.test(address) ? { href: address, outside: target === '_blank' } : null
}

/** The attributes of a link element, as the server writes them. */
export const elementAttributes = ({ attrs }: Mark): Record<string, string> => ({
  href: attrs.href as string,
  ...(attrs.outside && { rel: 'nofollow noopener', target: '_blank' }),
})

const mark = (name: MarkName) => ({
  parseDOM: Object.keys(markAliases)
    .filter((tag) => markAliases[tag] === name)
    .map((tag) => ({ tag })),
  toDOM: () => [name, 0] as const,
})

export const schema = new Schema({
  nodes: {
    doc: { content: 'inline*' },
    text: { group: 'inline' },
    br: {
      group: 'inline',
      inline: true,
      selectable: false,
      linebreakReplacement: true,
      leafText: () => '\n',
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  // Outermost element first. Links are innermost: the server finds references in links that only contain text.
  marks: {
    b: mark('b'),
    i: mark('i'),
    u: mark('u'),
    s: mark('s'),
    a: {
      attrs: { href: {}, outside: { default: false } },
      // Text typed at its end is not part of it.
      inclusive: false,
      parseDOM: [
        { tag: 'a[href]', getAttrs: (element) => linkAttributes(element.getAttribute('href'), element.getAttribute('target')) ?? false },
      ],
      toDOM: (link) => ['a', elementAttributes(link), 0],
    },
  },
})
