import { describe, expect, it } from 'vitest'
import type { Rolldown } from 'vite'
import { mergePieces, nameChunks } from '../../build/lib/chunks.mjs'

const piece = (groups: string, bytes: number) => ({ groups: new Set(groups.split(' ')), modules: [`${groups}.js`], bytes })
const costs = { request: 400, maxPieces: 10, weight: (group: string) => (group === 'rare' ? 0.1 : 1) }
const alone = (count: number) => Array.from({ length: count }, () => new Set<number>())
const merged = (...pieces: ReturnType<typeof piece>[]) =>
  mergePieces(pieces, alone(pieces.length), costs).map(({ modules }) => modules.map((name) => name.replace('.js', '')).join(' + '))

describe('BY24 files that several chunk groups share', () => {
  it('BY24 two small files for the same two groups and a third → one file', () => {
    expect(merged(piece('feed search', 200), piece('feed search post', 300))).toEqual(['feed search + feed search post'])
  })

  it('BY24 a large file that one more group would load without need → stays apart', () => {
    expect(merged(piece('feed search', 5000), piece('feed search post', 300))).toEqual(['feed search', 'feed search post'])
  })

  it('BY24 the group that would load too much is rarely opened → merged', () => {
    expect(merged(piece('feed search', 5000), piece('feed search rare', 300))).toEqual(['feed search + feed search rare'])
  })

  it('BY24 files without a common group → apart, as no request is saved', () => {
    expect(merged(piece('feed search', 300), piece('post tags', 300))).toEqual(['feed search', 'post tags'])
  })

  it("BY24 a file of one group → stays in that group's own file", () => {
    expect(merged(piece('feed', 10), piece('feed search', 10))).toEqual(['feed', 'feed search'])
  })

  it('BY24 too many files → the cheapest to merge are merged, but never one that a single group uses', () => {
    const pieces = [piece('feed', 10), piece('feed search', 5000), piece('feed search post', 3000), piece('post tags', 9000)]
    const names = (maxPieces: number) => mergePieces(pieces, alone(4), { ...costs, maxPieces }).map(({ modules }) => modules.length)
    expect(names(4)).toEqual([1, 1, 1, 1])
    expect(names(3)).toEqual([1, 2, 1])
    expect(names(1)).toEqual([1, 3])
  })

  it('BY24 a third file is between two → they stay apart, so that files do not import each other', () => {
    const pieces = [piece('feed search', 10), piece('legal about', 9000), piece('feed search post', 10)]
    const chain = [new Set([1]), new Set([2]), new Set<number>()]
    const names = mergePieces(pieces, chain, costs).map(({ modules }) => modules.length)
    expect(names).toEqual([1, 1, 1])
    expect(mergePieces(pieces, alone(3), costs).map(({ modules }) => modules.length)).toEqual([2, 1])
  })
})

describe('BY24 files of groups without weight', () => {
  /** A first pass: lazily imported `feed`, `search` and `admin`, and modules that some of them import. */
  const chunk = (name: string, imports: string[] = []) =>
    ({
      type: 'chunk',
      fileName: name,
      imports,
      isEntry: false,
      isDynamicEntry: imports.length > 0,
      facadeModuleId: imports.length > 0 ? name : null,
      modules: { [`${name}.ts`]: { renderedLength: 50_000 } },
    }) as unknown as Rolldown.OutputChunk
  const filesWith = (imports: string[]) => {
    const chunks = [
      chunk('feed', ['a', 'b', 'c']),
      chunk('search', ['a', 'b', 'c']),
      chunk('admin', imports),
      chunk('a'),
      chunk('b'),
      chunk('c'),
    ]
    const names = nameChunks(chunks, {}, { chunkGroupOf: (id) => id, weightOf: (group) => (group === 'admin' ? 0 : 1) })
    return ['a', 'b', 'c'].map((name) => names.get(`${name}.ts`))
  }

  it('BY24 a module that such a group uses too → does not leave the file of the other groups', () => {
    expect(filesWith(['none'])).toEqual(['feed-and-search', 'feed-and-search', 'feed-and-search'])
    expect(filesWith(['b'])).toEqual(filesWith(['none']))
  })
})
