import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OutputId } from '#player/index.ts'
import type { OutputEntry } from '#player/ports.ts'
import { plan } from '#player/streams.ts'
import type { Stream } from '#contract/index.ts'
import { stream } from './harness.ts'

const entry = (id: OutputId, type: Stream['type']): OutputEntry => ({
  id,
  canPlay: (stream) => stream.type === type,
  create: () => Promise.reject(new Error('never created')),
})
const outputs = [entry('youtube', 'youtube'), entry('hosted', 'file'), entry('image', 'image')]

const order = (streams: Stream[], worked?: string) => plan(streams, outputs, worked).map(({ stream }) => stream.uri)
const of = (text: string) => text.split(' ').map((part) => stream(part))

describe('streams', () => {
  it.each([
    ['several players → the player of the first stream first, in listed order', 'y:1 y:2 f:3', undefined, ['1', '2', '3']],
    ['two streams of one player → both before another player', 'f:1 y:2 f:3', undefined, ['1', '3', '2']],
    ['other players → in the order of the registry, not of the list', 'i:1 f:2 y:3', undefined, ['1', '3', '2']],
    ['a stream that worked before → first, then the rest of its player', 'y:1 f:2 i:3 f:4', 'file:4', ['4', '2', '1', '3']],
    ['a stream that worked before and was removed → no effect', 'f:1 y:2', 'file:9', ['1', '2']],
    ['streams without a player → dropped', 'v:1 y:2 v:3', undefined, ['2']],
    ['no playable stream → no attempts', 'v:1', undefined, []],
  ] as const)('L5 %s', (_, streams, worked, expected) => {
    expect(order(of(streams), worked)).toEqual(expected)
  })

  it('L5 a stream marked as dead → last, after every other player, but not dropped', () => {
    expect(order([stream('y:1', { status: 404 }), stream('f:2'), stream('y:3')])).toEqual(['2', '3', '1'])
    expect(order([stream('y:1', { status: 404 }), stream('f:2', { status: 404 })])).toEqual(['1', '2'])
    expect(order([stream('y:1', { status: 200 }), stream('y:2')])).toEqual(['1', '2'])
  })

  it('L5 random streams → each playable one once, dead ones last, grouped by player', () => {
    const some = fc.record({ kind: fc.constantFrom('y', 'f', 'i', 'v'), dead: fc.boolean() })
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), (list) => {
        const streams = list.map(({ kind, dead }, n) => stream(`${kind}:${n}`, dead ? { status: 404 } : {}))
        const attempts = plan(streams, outputs)
        expect(attempts.map(({ stream }) => stream.uri).sort()).toEqual(
          streams.flatMap(({ type, uri }) => (type === 'vimeo' ? [] : [uri])).sort(),
        )
        const runs = attempts.map(({ entry, stream }) => `${stream.status ?? 0} ${entry.id}`)
        expect(new Set(runs.filter((run, n) => run !== runs[n - 1])).size).toBe(runs.filter((run, n) => run !== runs[n - 1]).length)
        const firstDead = attempts.findIndex(({ stream }) => stream.status === 404)
        if (firstDead >= 0) expect(attempts.slice(firstDead).every(({ stream }) => stream.status === 404)).toBe(true)
      }),
    )
  })
})
