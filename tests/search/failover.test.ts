import { describe, expect, it } from 'vitest'
import { createFailover } from '#search/failover.ts'
import { SearchUnavailable, type SearchIndex, type SearchPage } from '#search/port.ts'
import { queryOf } from './documents.ts'
import { createLines } from './meilisearch-kit.ts'

interface Script {
  at: number | null
  /** The outcome of each call. */
  how: 'answer' | 'away' | 'mistake' | 'hang'
}

/** A scripted index that counts its calls. */
function indexOf(name: string, at: number | null) {
  const script: Script = { at, how: 'answer' }
  const calls = { search: 0, position: 0 }
  async function act<T>(value: T): Promise<T> {
    if (script.how === 'hang') return new Promise(() => undefined)
    if (script.how === 'away') throw new SearchUnavailable('gone')
    return value
  }
  const index: SearchIndex = {
    name,
    search: async () => {
      calls.search += 1
      if (script.how === 'mistake') throw new TypeError('a bug')
      return act<SearchPage>({ hits: [{ type: 'bead', id: name, title: name, description: '', tags: [] }], next: null, total: 1 })
    },
    position: async () => {
      calls.position += 1
      return act(script.at)
    },
    write: () => Promise.reject(new Error('not asked for')),
    rebuild: () => Promise.reject(new Error('not asked for')),
    close: async () => undefined,
  }
  return { index, script, calls }
}

function setUp({ first = 1 as number | null, second = 1 as number | null, lagMs = 1_000 } = {}) {
  const [primary, fallback] = [indexOf('Meili', first), indexOf('embedded', second)]
  const lines = createLines()
  const clock = { now: 0 }
  const search = createFailover(primary.index, fallback.index, lines.log, { retryMs: 3_000, probeMs: 10_000, lagMs, now: () => clock.now })
  const who = async (uid?: string) =>
    (await search.search(queryOf('jazz', { reader: uid === undefined ? null : { uid, isAdmin: false } }))).hits[0]!.id
  /** Waits for background probes. */
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { primary, fallback, search, who, clock, settle, ...lines }
}

describe('a primary index with a fallback', () => {
  it('X1 an available primary answers without log output', async () => {
    const { who, fallback, primary, lines } = setUp()
    for (let n = 0; n < 5; n += 1) expect(await who()).toBe('Meili')
    expect(fallback.calls.search).toBe(0)
    expect(primary.calls.position).toBe(1)
    expect(lines).toEqual([])
  })

  it('X1 after a failure the fallback answers, with one warning and no requests to the primary', async () => {
    const { who, primary, clock, settle, lines } = setUp()
    expect(await who()).toBe('Meili')
    primary.script.how = 'away'
    expect(await Promise.all([who(), who(), who()])).toEqual(['embedded', 'embedded', 'embedded'])
    const before = primary.calls.search
    clock.now = 2_999
    for (let n = 0; n < 5; n += 1) expect(await who()).toBe('embedded')
    expect(primary.calls).toEqual({ search: before, position: 1 })
    for (clock.now = 3_000; clock.now < 60_000; clock.now += 500) {
      expect(await who()).toBe('embedded')
      await settle()
    }
    expect(primary.calls.search).toBe(before)
    expect(primary.calls.position).toBeLessThan(22)
    expect(lines).toEqual([{ level: 'warn', text: 'Meili does not answer: embedded answers searches' }])
  })

  it('X1 a recovered primary answers again, with one log line', async () => {
    const { who, primary, clock, settle, of } = setUp()
    primary.script.how = 'away'
    expect(await who()).toBe('embedded')
    primary.script.how = 'answer'
    clock.now = 3_000
    expect(await who()).toBe('embedded')
    await settle()
    expect(await who()).toBe('Meili')
    expect(of('info')).toEqual(['Meili answers searches again'])
  })

  it('X1 searches do not wait for a probe, and probes do not overlap', async () => {
    const { who, primary, clock } = setUp()
    primary.script.how = 'away'
    await who()
    primary.script.how = 'hang'
    for (clock.now = 3_000; clock.now < 60_000; clock.now += 3_000)
      expect(await Promise.all([who(), who()])).toEqual(['embedded', 'embedded'])
    expect(primary.calls.position).toBe(2)
  })

  it('X1 a primary answers only after it is built', async () => {
    const { who, primary, clock, settle, lines } = setUp({ first: null })
    expect(await who()).toBe('embedded')
    expect(primary.calls.search).toBe(0)
    primary.script.at = 1
    clock.now = 3_000
    await who()
    await settle()
    expect(await who()).toBe('Meili')
    expect(lines.map(({ text }) => text)).toEqual(['Meili is not built yet: embedded answers searches', 'Meili answers searches again'])
  })

  it('X1 a recovered primary answers only after it has caught up', async () => {
    const { who, primary, fallback, clock, settle, of } = setUp({ first: 5, second: 5 })
    expect(await who()).toBe('Meili')
    primary.script.how = 'away'
    expect(await who()).toBe('embedded')
    fallback.script.at = 90
    clock.now = 3_000
    await who()
    await settle()
    primary.script.how = 'answer'
    clock.now = 6_000
    await who()
    await settle()
    expect(await who()).toBe('embedded')
    // The primary has the position that the fallback had at the last probe. This is enough, because the fallback always advances.
    Object.assign(primary.script, { at: 90 })
    Object.assign(fallback.script, { at: 95 })
    clock.now = 9_000
    await who()
    await settle()
    expect(await who()).toBe('Meili')
    expect(of('warn')).toEqual(['Meili does not answer: embedded answers searches', 'Meili does not keep up: embedded answers searches'])
    expect(of('info')).toEqual(['Meili answers searches again'])
  })

  it('X1 a primary within the allowed lag answers; one that is further behind does not', async () => {
    const { who, primary, fallback, clock, settle, lines } = setUp({ first: 0, second: 0, lagMs: 10_000 })
    for (let second = 0; second <= 300; second += 5) {
      clock.now = second * 1000
      Object.assign(fallback.script, { at: second })
      Object.assign(primary.script, { at: Math.max(0, second - 8) })
      expect([second, await who()]).toEqual([second, 'Meili'])
      await settle()
    }
    expect(lines).toEqual([])
    for (let second = 305; second <= 340; second += 5) {
      clock.now = second * 1000
      Object.assign(fallback.script, { at: second })
      await who()
      await settle()
    }
    expect(await who()).toBe('embedded')
  })

  it('X1 after a save the fallback answers that member until the primary has it; others get the primary', async () => {
    const { who, primary, search } = setUp({ first: 5, second: 5 })
    expect(await who('ann')).toBe('Meili')
    search.saved('ann', 6)
    search.saved('ann', 7)
    expect([await who('ann'), await who('bob'), await who()]).toEqual(['embedded', 'Meili', 'Meili'])
    primary.script.at = 6
    expect(await who('ann')).toBe('embedded')
    primary.script.at = 7
    const before = primary.calls.position
    expect([await who('ann'), await who('ann')]).toEqual(['Meili', 'Meili'])
    expect(primary.calls.position).toBe(before + 1)
  })

  it('X1 a primary whose position is stuck is replaced by the fallback', async () => {
    const { who, fallback, clock, settle } = setUp({ first: 5, second: 5 })
    expect(await who()).toBe('Meili')
    fallback.script.at = 50
    for (const [now, expected] of [
      [10_000, 'Meili'],
      [20_000, 'embedded'],
    ] as const) {
      clock.now = now
      await who()
      await settle()
      expect(await who()).toBe(expected)
    }
  })

  it('X1 if the fallback fails, a lagging primary answers', async () => {
    const { who, primary, fallback, clock, settle } = setUp({ first: 5, second: 9 })
    expect(await who()).toBe('embedded')
    fallback.script.how = 'away'
    expect(await who()).toBe('Meili')
    clock.now = 3_000
    await who()
    await settle()
    expect(await who()).toBe('Meili')
    primary.script.how = 'away'
    await expect(who()).rejects.toThrow(SearchUnavailable)
  })

  it('X1 an unexpected error of the primary is logged, and the fallback answers', async () => {
    const { who, primary, fallback, of } = setUp()
    primary.script.how = 'mistake'
    expect(await who()).toBe('embedded')
    expect(await who()).toBe('embedded')
    expect(of('error')).toEqual(Array(2).fill('Meili could not make sense of a search'))
    primary.script.how = 'answer'
    expect(await who()).toBe('Meili')
    Object.assign(primary.script, { how: 'mistake' })
    Object.assign(fallback.script, { how: 'mistake' })
    await expect(who()).rejects.toThrow(TypeError)
  })
})
