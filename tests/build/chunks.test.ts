import { describe, expect, it } from 'vitest'
import type { Rolldown } from 'vite'
import { mergePieces, movePieces, nameChunks } from '../../build/lib/chunks.mjs'

const piece = (groups: string, bytes: number) => ({ groups: new Set(groups.split(' ')), modules: [`${groups}.js`], bytes })
const loads = ['feed', 'search', 'post', 'rare', 'tags', 'legal', 'about'].map((group) => ({
  groups: [group],
  weight: group === 'rare' ? 0.1 : 1,
}))
const costs = { request: 400, maxPieces: 10, loads }
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

describe('BY24 files that import others', () => {
  it('BY24 a merge after which a group would also load a large import → apart', () => {
    const pieces = [piece('feed search', 900), piece('feed search rare', 300), piece('feed search legal', 9000)]
    const names = (imports: Set<number>[]) => mergePieces(pieces, imports, costs).map(({ modules }) => modules.length)
    expect(names(alone(3))).toEqual([2, 1])
    expect(names([new Set([2]), new Set(), new Set()])).toEqual([1, 1, 1])
  })
})

describe('BY24 modules in the wrong file', () => {
  const pieces = [piece('feed search', 3000), piece('post tags', 300), piece('feed search rare', 100)]
  const files = [
    { groups: new Set(['feed', 'search', 'post', 'tags']), modules: ['feed search.js', 'post tags.js'], bytes: 3300 },
    { groups: new Set(['feed', 'search', 'rare']), modules: ['feed search rare.js'], bytes: 100 },
  ]
  const moved = (imports: Set<number>[]) => movePieces(files, pieces, imports, costs).map(({ modules }) => modules)

  it('BY24 a module merged with one of other groups → moves to the file of its own groups', () => {
    expect(moved(alone(3))).toEqual([['post tags.js'], ['feed search.js', 'feed search rare.js']])
  })

  it('BY24 after that move, files would import each other → the other module moves instead', () => {
    expect(moved([new Set([1]), new Set([2]), new Set()])).toEqual([['feed search.js'], ['post tags.js', 'feed search rare.js']])
  })
})

describe('BY24 modules that most pages use', () => {
  const chunk = (name: string, imports: string[], kind: 'isEntry' | 'isDynamicEntry' | null) =>
    ({
      type: 'chunk',
      fileName: name,
      imports,
      isEntry: kind === 'isEntry',
      isDynamicEntry: kind === 'isDynamicEntry',
      facadeModuleId: kind && `${name}.ts`,
      modules: { [`${name}.ts`]: {} },
      code: 'x'.repeat(3000),
    }) as unknown as Rolldown.OutputChunk
  const chunks = [
    chunk('main', ['shared'], 'isEntry'),
    chunk('shared', [], null),
    chunk('feed', ['common', 'few'], 'isDynamicEntry'),
    chunk('search', ['common', 'few'], 'isDynamicEntry'),
    chunk('post', ['common'], 'isDynamicEntry'),
    chunk('tags', [], 'isDynamicEntry'),
    chunk('common', [], null),
    chunk('few', [], null),
  ]
  const groups = {
    chunkGroupOf: (id: string) => id.replace('.ts', ''),
    weightOf: () => 1,
    pages: ['feed', 'search', 'post', 'tags'].map((group) => ({ groups: [group], weight: 1 })),
  }
  const named = (entries: Record<string, string>) => {
    const names = nameChunks(chunks, entries, groups)
    return ['shared', 'common', 'few'].map((name) => names.get(`${name}.ts`))
  }

  it('BY24 three of four pages use a module → it is in the shell; two of four → in a file of its own', () => {
    expect(named({ app: 'main.ts' })).toEqual(['shell-app', 'shell-app', 'feed-and-search'])
  })

  it('BY21 a second entry → its documents do not load what only pages of the first use', () => {
    const [shared, common] = named({ app: 'main.ts', receiver: 'receiver.ts' })
    expect(shared).toBe('shell-app')
    expect(common).toBe('feed-and-2')
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
      modules: { [`${name}.ts`]: {} },
      code: 'x'.repeat(50_000),
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
