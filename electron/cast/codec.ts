/**
 * The frames of Google Cast: a length of four bytes (big-endian), and a message in protocol buffers with the fields 1 version, 2 source,
 * 3 destination, 4 namespace, 5 type of the payload (0 text, 1 binary), 6 text, 7 binary.
 */
import { CastError } from './errors.ts'

export interface CastMessage {
  source: string
  destination: string
  namespace: string
  /** JSON. */
  payload: string
}

/** Bytes of a message: senders may send 64 KB, which leaves room for the rest. */
export const maxFrame = 128 * 1024

const textFields = { 2: 'source', 3: 'destination', 4: 'namespace', 6: 'payload' } as const

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}

const textField = (field: number, text: string): Buffer[] => {
  const bytes = Buffer.from(text)
  return [Buffer.from([field * 8 + 2]), varint(bytes.length), bytes]
}

/** The message as a frame. Throws a `CastError` if it is too large. */
export function encode({ source, destination, namespace, payload }: CastMessage): Buffer {
  const body = Buffer.concat([
    Buffer.from([0x08, 0]),
    ...textField(2, source),
    ...textField(3, destination),
    ...textField(4, namespace),
    Buffer.from([0x28, 0]),
    ...textField(6, payload),
  ])
  if (body.length > maxFrame) throw new CastError('malformed', `A message of ${body.length} bytes is too large`)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, body])
}

const malformed = (what: string): CastError => new CastError('malformed', `The device sent ${what}`)

/** The value and the position after it. */
function readVarint(bytes: Buffer, start: number): [value: number, next: number] {
  let value = 0
  for (let n = 0; n < 10; n += 1) {
    const byte = bytes[start + n]
    if (byte === undefined) throw malformed('a truncated number')
    value += (byte & 127) * 128 ** n
    if (byte < 128) return [value, start + n + 1]
  }
  throw malformed('a number that does not end')
}

/** Null for a binary message, which this sender does not use. Throws a `CastError`. */
function decode(bytes: Buffer): CastMessage | null {
  const message: CastMessage = { source: '', destination: '', namespace: '', payload: '' }
  let isText = true
  for (let at = 0; at < bytes.length;) {
    const [tag, afterTag] = readVarint(bytes, at)
    const [field, type] = [Math.floor(tag / 8), tag % 8]
    if (type === 0) {
      const [value, next] = readVarint(bytes, afterTag)
      if (field === 5) isText = value === 0
      at = next
    } else if (type === 2) {
      const [length, start] = readVarint(bytes, afterTag)
      if (start + length > bytes.length) throw malformed('a field that is longer than its message')
      const name = textFields[field as keyof typeof textFields]
      if (name) message[name] = bytes.toString('utf8', start, start + length)
      at = start + length
    } else if (type === 1 || type === 5) {
      at = afterTag + (type === 1 ? 8 : 4)
      if (at > bytes.length) throw malformed('a truncated field')
    } else throw malformed(`a field of the unknown type ${type}`)
  }
  return isText ? message : null
}

/** Cuts a stream of bytes into messages. It never holds more than one frame. */
export function createDecoder(): (chunk: Buffer) => CastMessage[] {
  let waiting: Buffer = Buffer.alloc(0)
  return (chunk) => {
    const messages: CastMessage[] = []
    let bytes = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    while (bytes.length >= 4) {
      const length = bytes.readUInt32BE(0)
      if (length > maxFrame) throw malformed(`a frame of ${length} bytes`)
      if (bytes.length < 4 + length) break
      const message = decode(bytes.subarray(4, 4 + length))
      if (message) messages.push(message)
      bytes = bytes.subarray(4 + length)
    }
    // A copy: a part of the chunk would retain the whole.
    waiting = Buffer.from(bytes)
    return messages
  }
}
