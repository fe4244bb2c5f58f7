/** Unfolds a header written by nodemailer and decodes its encoded words (RFC 2047, UTF-8). */
const encodedWord = /=\?utf-8\?([bq])\?([^?]*)\?=/gi

const bytesOf = (encoding: string, text: string): Buffer =>
  encoding.toLowerCase() === 'b'
    ? Buffer.from(text, 'base64')
    : Buffer.from(
        text.replaceAll('_', ' ').replace(/=([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      )

export function decodeHeader(headers: string, name: string): string {
  const [, value = ''] = new RegExp(`^${name}: ?(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(headers) ?? []
  // RFC 2047: white space between two encoded words is not part of the text.
  const unfolded = value.replace(/\r?\n[ \t]/g, ' ').replace(/(\?=)\s+(?==\?)/g, '$1')
  return unfolded.replace(encodedWord, (_all, encoding: string, text: string) => bytesOf(encoding, text).toString('utf8')).trim()
}
