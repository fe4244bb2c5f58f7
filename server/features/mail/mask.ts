/** Mails as admins see those to others: links without keys that would let a reader act as the recipient. */
const link = /(https?:\/\/[^\s<>"'/]+)([^\s<>"']*)/g
/** Keys and tokens are longer than 20 characters. A long identifier is masked too. */
const secret = /(?<=[/=?&;])[\w.~-]{20,}/g
export const mask = '[hidden]'

const withoutSecrets = (text: string): string =>
  text.replace(link, (_all, origin: string, rest: string) => origin + rest.replace(secret, mask))

const parameterOf = (headers: string, pattern: RegExp): string | undefined => pattern.exec(headers.replace(/\r\n[ \t]+/g, ' '))?.[1]

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString('utf8')
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** `entity` is a mail or a MIME part, one character per byte. */
function maskedEntity(entity: string): string {
  const end = entity.indexOf('\r\n\r\n')
  const headers = entity.slice(0, end).replace(/^List-Unsubscribe:.*(?:\r\n[ \t].*)*/im, `List-Unsubscribe: ${mask}`)
  const body = entity.slice(end + 4)
  const boundary = parameterOf(headers, /^Content-Type: multipart\/[^\r\n]*boundary="?([^";\r\n]+)/im)
  if (boundary !== undefined) {
    const parts = body.split(`--${boundary}`)
    const masked = parts.map((part, n) => (n === 0 || n === parts.length - 1 ? part : `\r\n${maskedEntity(part.slice(2))}\r\n`))
    return `${headers}\r\n\r\n${masked.join(`--${boundary}`)}`
  }
  const encoding = parameterOf(headers, /^Content-Transfer-Encoding: *([\w-]+)/im)?.toLowerCase() ?? '7bit'
  // Masked texts are re-encoded as base64: a shorter link would break quoted-printable lines.
  const encodedHeaders = [
    headers.replace(/\r\n?Content-Transfer-Encoding:.*|^Content-Transfer-Encoding:.*\r\n/im, ''),
    'Content-Transfer-Encoding: base64',
  ].join('\r\n')
  const text = Buffer.from(withoutSecrets(decoded(body, encoding))).toString('base64')
  return `${encodedHeaders}\r\n\r\n${text.replace(/.{76}(?=.)/g, '$&\r\n')}\r\n`
}

/** The decoded texts of all parts of a mail written by `fileTransport`. */
export function textsOf(mail: Buffer): string {
  const read = (entity: string): string => {
    const end = entity.indexOf('\r\n\r\n')
    const [headers, body] = [entity.slice(0, end), entity.slice(end + 4)]
    const boundary = parameterOf(headers, /^Content-Type: multipart\/[^\r\n]*boundary="?([^";\r\n]+)/im)
    if (boundary !== undefined)
      return body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => read(part.slice(2)))
        .join('\n')
    return decoded(body, parameterOf(headers, /^Content-Transfer-Encoding: *([\w-]+)/im)?.toLowerCase() ?? '7bit')
  }
  return read(mail.toString('latin1'))
}

/** Takes a mail written by `fileTransport`. */
export const withoutKeys = (mail: Buffer): Buffer => Buffer.from(maskedEntity(mail.toString('latin1')), 'latin1')
