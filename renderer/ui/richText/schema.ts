/** The document of a text with marks: one run of text and line breaks, in exactly the markup that a post may have (A5). */
import { Schema, type Mark } from 'prosemirror-model'

export const markNames = ['b', 'i', 'u', 's'] as const
export type MarkName = (typeof markNames)[number]

/** Other names of the same marks, as browsers and older texts write them. */
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

/** Addresses that the server keeps: of the web, or a path of Strand's own (`//host` is not). */
const allowedAddress = /^(?:(?:https?|ftp):\/\/|\/(?![/\\]))/i

/** Attributes of the `a` mark; null where the address must not become a link. */
export function linkAttributes(href: string | null, target: string | null): { href: string; outside: boolean } | null {
  // Browsers ignore tabs and line ends within an address.
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
  // The first is the outermost element. A link is the innermost: the server finds references by links that hold text alone.
  marks: {
    b: mark('b'),
    i: mark('i'),
    u: mark('u'),
    s: mark('s'),
    a: {
      attrs: { href: {}, outside: { default: false } },
      // Text that is typed at its end is not part of it.
      inclusive: false,
      parseDOM: [
        { tag: 'a[href]', getAttrs: (element) => linkAttributes(element.getAttribute('href'), element.getAttribute('target')) ?? false },
      ],
      toDOM: (link) => ['a', elementAttributes(link), 0],
    },
  },
})
