import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compareResults, findResults, lastTwo, saveResults, type Measurement } from '../bench/results.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'strand-results-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const measurement = (what: string, value: number, rest: Partial<Measurement> = {}): Measurement => ({
  title: 'GET /api/v0/posts',
  what,
  unit: 'ms',
  value,
  floor: null,
  higherIsBetter: false,
  ...rest,
})

describe('BY24 results of benchmarks', () => {
  it('BY24 a second run of a commit adds measurements and replaces those of the same name', () => {
    saveResults(folder, 'aaaa', [measurement('p50', 1), measurement('p99', 2)])
    saveResults(folder, 'aaaa', [measurement('p99', 3), measurement('throughput', 4)])
    expect(findResults(folder, 'aaaa').measurements.map(({ what, value }) => [what, value])).toEqual([
      ['p50', 1],
      ['p99', 3],
      ['throughput', 4],
    ])
  })

  it('BY24 a commit is found by the beginning of its name; none or several → an error', () => {
    for (const commit of ['abc1', 'abd2', 'abd2-changed']) saveResults(folder, commit, [])
    expect(findResults(folder, 'abc').commit).toBe('abc1')
    expect(findResults(folder, 'abd2').commit).toBe('abd2')
    expect(() => findResults(folder, 'ab')).toThrow('3 results of ab')
    expect(() => findResults(folder, 'ff')).toThrow('No results of ff')
    expect(() => findResults(join(folder, 'missing'), 'ff')).toThrow('No results of ff')
  })

  it('BY24 the last two results in the order in which they were written', () => {
    for (const [at, commit] of ['c3', 'c1', 'c2'].entries()) utimesSync(saveResults(folder, commit, []), 1000 + at, 1000 + at)
    expect(lastTwo(folder).map(({ commit }) => commit)).toEqual(['c1', 'c2'])
    rmSync(join(folder, 'c1.json'))
    rmSync(join(folder, 'c2.json'))
    expect(() => lastTwo(folder)).toThrow('fewer than two')
  })

  it('BY24 changes are factors of the ratio to the floor, worst first; throughput counts inversely', () => {
    const results = (commit: string, measurements: Measurement[]) => ({ commit, node: 'v20', measurements })
    const before = results('a', [
      measurement('p50', 2, { floor: 1 }),
      measurement('throughput', 100, { floor: 200, higherIsBetter: true }),
      measurement('size', 10),
      measurement('removed', 1),
    ])
    const after = results('b', [
      // The machine is twice as slow, the product is not.
      measurement('p50', 4, { floor: 2 }),
      measurement('throughput', 25, { floor: 100, higherIsBetter: true }),
      measurement('size', 5),
      measurement('added', 1),
    ])
    expect(compareResults(before, after).map(({ what, factor }) => [what, factor])).toEqual([
      ['throughput', 2],
      ['p50', 1],
      ['size', 0.5],
    ])
  })
})
