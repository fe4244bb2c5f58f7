/** The frames of Google Cast: every message survives, and no stream of bytes does harm. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDecoder, encode, maxFrame, maxSentMessage, type CastMessage } from '../../electron/cast/codec.ts'
import { CastError } from '../../electron/cast/errors.ts'

const message: fc.Arbitrary<CastMessage> = fc.record({
  source: fc.string({ unit: 'grapheme', maxLength: 40 }),
  destination: fc.string({ maxLength: 40 }),
  namespace: fc.string({ maxLength: 60 }),
  payload: fc.string({ unit: 'grapheme', maxLength: 2000 }),
})

const frameOf = (body: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, body])
}
/** All messages of one chunk. */
const decodeAll = (bytes: Buffer): CastMessage[] => [...createDecoder()(bytes)]
const codeOf = (act: () => unknown): string | null => {
  try {
    act()
    return null
  } catch (error) {
    return error instanceof CastError ? error.code : `${String(error)} is not a CastError`
  }
}

test('K1 messages in any number of chunks → the same messages, in order', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 5 }), fc.array(fc.nat(4000)), (messages, cuts) => {
      const bytes = Buffer.concat(messages.map(encode))
      const decode = createDecoder()
      const ends = [...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].sort((a, b) => a - b)
      const decoded = ends.flatMap((end, n) => [...decode(bytes.subarray(ends[n - 1] ?? 0, end))])
      expect(decoded).toEqual(messages)
    }),
  )
})

test('K1 a message as devices send it → read field by field, with unknown fields skipped', () => {
  const text = (field: number, value: string) => Buffer.from([field * 8 + 2, value.length, ...Buffer.from(value)])
  const body = Buffer.concat([
    Buffer.from([0x08, 0x00]),
    text(2, 'receiver-0'),
    text(3, '*'),
    text(4, 'urn:x'),
    Buffer.from([0x28, 0x00]),
    text(6, '{}'),
    // Fields 8 (number), 9 (eight bytes), 10 (four bytes) and 11 (bytes), which newer devices may send.
    Buffer.from([0x40, 0x96, 0x01]),
    Buffer.from([0x49, 0, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from([0x55, 0, 0, 0, 0]),
    text(11, 'more'),
  ])
  expect(decodeAll(frameOf(body))).toEqual([{ source: 'receiver-0', destination: '*', namespace: 'urn:x', payload: '{}' }])
  expect(encode({ source: 'receiver-0', destination: '*', namespace: 'urn:x', payload: '{}' })).toEqual(frameOf(body.subarray(0, 30)))
})

test('K1 a binary message → ignored, and the next one is read', () => {
  const binary = frameOf(Buffer.from([0x08, 0, 0x28, 1, 0x3a, 2, 1, 2]))
  const next = { source: 'a', destination: 'b', namespace: 'c', payload: '{}' }
  expect(decodeAll(Buffer.concat([binary, encode(next)]))).toEqual([next])
})

test.each([
  ['a truncated number', [0x08, 0x80]],
  ['a number without an end', [0x08, ...Array.from({ length: 11 }, () => 0xff)]],
  ['a field longer than its message', [0x12, 0x7f, 1]],
  ['a length without an end', [0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ['a truncated field', [0x49, 0, 0]],
  ['a group, which protocol buffers do not have any more', [0x0b]],
  ['a field without a number', [0x02, 1, 0x61]],
  ['a field of a length beyond all memory', [0x32, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x61]],
])('K1 %s → a malformed frame', (_what, bytes) => {
  expect(codeOf(() => decodeAll(frameOf(Buffer.from(bytes))))).toBe('malformed')
})

test('K1 a text field that arrives as a number → skipped, and the message is read', () => {
  const { source, namespace, payload } = decodeAll(frameOf(Buffer.from([0x10, 5, 0x22, 1, 0x6e, 0x32, 2, 0x7b, 0x7d])))[0]!
  expect({ source, namespace, payload }).toEqual({ source: '', namespace: 'n', payload: '{}' })
})

test('K1 a message before a malformed one in the same chunk → still delivered', () => {
  const message = { source: 'a', destination: 'b', namespace: 'c', payload: '{}' }
  const decoded: CastMessage[] = []
  const bytes = Buffer.concat([encode(message), frameOf(Buffer.from([0x12, 0x7f]))])
  expect(
    codeOf(() => {
      for (const one of createDecoder()(bytes)) decoded.push(one)
    }),
  ).toBe('malformed')
  expect(decoded).toEqual([message])
})

test('K1 a frame above the limit → refused by its length alone, before its bytes arrive', () => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(maxFrame + 1)
  expect(codeOf(() => decodeAll(length))).toBe('malformed')
  length.writeUInt32BE(maxFrame)
  expect(codeOf(() => decodeAll(length))).toBe(null)
})

test('K2 a message of more than 64 KB → not encoded, because devices refuse it', () => {
  const empty = encode({ source: 'a', destination: 'b', namespace: 'c', payload: '' }).length - 4
  const encodeText = (length: number) => () => encode({ source: 'a', destination: 'b', namespace: 'c', payload: 'x'.repeat(length) })
  // The length of the text takes two bytes more than that of an empty one.
  expect(codeOf(encodeText(maxSentMessage - empty - 2))).toBe(null)
  expect(codeOf(encodeText(maxSentMessage - empty - 1))).toBe('invalid')
})

test('K1 the largest frame, one byte at a time → read without copying what has arrived again and again', () => {
  const payload = 'x'.repeat(maxFrame - 20)
  const length = Buffer.from([0x80 | (payload.length & 0x7f), 0x80 | ((payload.length >> 7) & 0x7f), payload.length >> 14])
  const bytes = frameOf(Buffer.concat([Buffer.from([0x32]), length, Buffer.from(payload)]))
  const decode = createDecoder()
  const before = performance.now()
  const messages = Array.from(bytes, (_, n) => [...decode(bytes.subarray(n, n + 1))]).flat()
  expect(messages.map((message) => message.payload.length)).toEqual([payload.length])
  // Copying them would take 8 GB of copies, which is seconds.
  expect(performance.now() - before, 'ms').toBeLessThan(2000)
})

test('K1 random bytes → messages, or a malformed frame, and nothing else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect([null, 'malformed']).toContain(codeOf(() => decodeAll(Buffer.from(bytes))))
      expect([null, 'malformed']).toContain(codeOf(() => decodeAll(frameOf(Buffer.from(bytes)))))
    }),
    { numRuns: 2000 },
  )
})
