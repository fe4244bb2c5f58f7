import libmime from 'libmime'

/**
 * The text of a header field, unfolded and with its encoded words (RFC 2047) decoded; empty if there is no such field.
 * @param name in lower case
 */
export function decodeHeader(headers: string, name: string): string {
  const [value = ''] = libmime.decodeHeaders(headers)[name] ?? []
  return libmime.decodeWords(value).trim()
}
