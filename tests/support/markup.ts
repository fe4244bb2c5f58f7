/** Random rich text, for the tests of the sanitisers of the server and the page. */
import fc from 'fast-check'

const scrap = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '&',
    '</',
    '<!--',
    '-->',
    '<b>',
    '</b>',
    '<i>',
    '</i>',
    '</a>',
    '<a>',
    '<a href="/x">',
    '<p>',
    '</p>',
    '<a href="',
    '<script>',
    '</script>',
    'javascript:',
    '<svg/onload=',
    '&lt;',
    '\n',
    '\u2028',
    '<br>',
    'https://e.org/"onx=',
  ),
)

/** Markup in random order, complete or not. */
export const markup: fc.Arbitrary<string> = fc.array(scrap, { maxLength: 20 }).map((scraps) => scraps.join(''))

/** Removes the elements, attributes and link targets that rich text may contain. */
export const withoutAllowedMarkup = (html: string): string =>
  html.replace(/<(?:\/?[ibus]|br|\/a|a href="[^"<>]*"(?: rel="nofollow noopener" target="_blank")?)>/g, '')
