/** The frames of Google Cast: every message survives, and no stream of bytes does harm. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDecoder, encode, maxFrame, type CastMessage } from '../../electron/cast/codec.ts'
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
      const decoded = ends.flatMap((end, n) => decode(bytes.subarray(ends[n - 1] ?? 0, end)))
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
  expect(createDecoder()(frameOf(body))).toEqual([{ source: 'receiver-0', destination: '*', namespace: 'urn:x', payload: '{}' }])
  expect(encode({ source: 'receiver-0', destination: '*', namespace: 'urn:x', payload: '{}' })).toEqual(frameOf(body.subarray(0, 30)))
})

test('K1 a binary message → ignored, and the next one is read', () => {
  const binary = frameOf(Buffer.from([0x08, 0, 0x28, 1, 0x3a, 2, 1, 2]))
  const next = { source: 'a', destination: 'b', namespace: 'c', payload: '{}' }
  expect(createDecoder()(Buffer.concat([binary, encode(next)]))).toEqual([next])
})

test.each([
  ['a truncated number', [0x08, 0x80]],
  ['a number without an end', [0x08, ...Array.from({ length: 11 }, () => 0xff)]],
  ['a field longer than its message', [0x12, 0x7f, 1]],
  ['a length without an end', [0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
  ['a truncated field', [0x49, 0, 0]],
  ['a group, which protocol buffers do not have any more', [0x0b]],
])('K1 %s → a malformed frame', (_what, bytes) => {
  expect(codeOf(() => createDecoder()(frameOf(Buffer.from(bytes))))).toBe('malformed')
})

test('K1 a frame above the limit → refused by its length alone, before its bytes arrive', () => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(maxFrame + 1)
  expect(codeOf(() => createDecoder()(length))).toBe('malformed')
  expect(codeOf(() => encode({ source: '', destination: '', namespace: '', payload: 'x'.repeat(maxFrame) }))).toBe('malformed')
})

test('K1 random bytes → messages, or a malformed frame, and nothing else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect([null, 'malformed']).toContain(codeOf(() => createDecoder()(Buffer.from(bytes))))
      expect([null, 'malformed']).toContain(codeOf(() => createDecoder()(frameOf(Buffer.from(bytes)))))
    }),
    { numRuns: 2000 },
  )
})
