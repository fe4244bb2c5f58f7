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

/** Bytes of a received message. Devices send at most 64 KB. */
export const maxFrame = 128 * 1024

/** Bytes of a sent message: devices close the connection on a larger one. */
export const maxSentMessage = 64 * 1024

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

/** The message as a frame. Throws a `CastError` with the code `invalid` if a device would refuse its size. */
export function encode({ source, destination, namespace, payload }: CastMessage): Buffer {
  const body = Buffer.concat([
    Buffer.from([0x08, 0]),
    ...textField(2, source),
    ...textField(3, destination),
    ...textField(4, namespace),
    Buffer.from([0x28, 0]),
    ...textField(6, payload),
  ])
  if (body.length > maxSentMessage) throw new CastError('invalid', `A message of ${body.length} bytes is too large`)
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
    if (field === 0) throw malformed('a field without a number')
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

/**
 * Cuts a stream of bytes into messages. Iterate to the end: a message is yielded before the bytes after it are read, and malformed bytes
 * throw a `CastError`. It never holds more than one frame, and copies each byte once, also if they arrive one by one.
 */
export function createDecoder(): (chunk: Buffer) => Generator<CastMessage, void> {
  const header = Buffer.alloc(4)
  /** Null until the header is complete. */
  let body: Buffer | null = null
  /** Bytes of the header or the body that have arrived. */
  let filled = 0

  return function* decodeChunk(chunk) {
    for (let at = 0; at < chunk.length;) {
      const target: Buffer = body ?? header
      const copied = chunk.copy(target, filled, at)
      at += copied
      filled += copied
      if (filled < target.length) return
      filled = 0
      if (body === null) {
        const length = header.readUInt32BE(0)
        if (length > maxFrame) throw malformed(`a frame of ${length} bytes`)
        if (length > 0) body = Buffer.alloc(length)
      } else {
        body = null
        const message = decode(target)
        if (message) yield message
      }
    }
  }
}
