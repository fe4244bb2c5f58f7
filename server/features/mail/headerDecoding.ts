import libmime from 'libmime'

/** @param name in lower case @returns the text of a header field, unfolded and with its encoded words (RFC 2047) decoded; empty without such a field. */
export function decodeHeader(headers: string, name: string): string {
  const [value = ''] = libmime.decodeHeaders(headers)[name] ?? []
  return libmime.decodeWords(value).trim()
}
