import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemory } from '#host/memory.ts'
import { createSettings } from '#host/settings.ts'
import { safeStorage } from '#data/storage.ts'

const storage = (): Storage => {
  const map = new Map<string, string>()
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  } as Storage
}
const day = 86_400_000

describe('memory', () => {
  let raw = storage()
  let now = 1000 * day
  const memory = () =>
    createMemory(
      safeStorage(() => raw),
      () => now,
    )
  beforeEach(() => {
    raw = storage()
    now = 1000 * day
  })

  it('BZ1 BY18 a later page reads the stored stream and position of a post until they are deleted', () => {
    memory().write('p1', { stream: 'soundcloud:a', position: 700 })
    expect(memory().read('p1')).toEqual({ stream: 'soundcloud:a', position: 700 })
    expect(memory().read('p2')).toBeNull()
    memory().write('p1', null)
    expect(memory().read('p1')).toBeNull()
  })

  it('BZ1 a stream that worked is remembered for a week; writing the position does not extend this', () => {
    memory().write('p1', { stream: 'soundcloud:a' })
    now += 5 * day
    memory().write('p1', { stream: 'soundcloud:a', position: 700 })
    now += 3 * day
    expect(memory().read('p1')).toEqual({ position: 700 })
  })

  it('BZ1 another stream of the same post is remembered for a week from its own first write', () => {
    memory().write('p1', { stream: 'soundcloud:a' })
    now += 5 * day
    memory().write('p1', { stream: 'vimeo:b' })
    now += 3 * day
    expect(memory().read('p1')).toEqual({ stream: 'vimeo:b' })
  })

  it('BY16 reading 1,000 posts parses the storage once, and again after another tab wrote', () => {
    memory().write('p1', { position: 700 })
    const reader = memory()
    const parse = vi.spyOn(JSON, 'parse')
    for (let n = 0; n < 1000; n += 1) reader.read(`p${n}`)
    expect(parse).toHaveBeenCalledTimes(1)
    parse.mockRestore()
    memory().write('p1', { position: 800 })
    expect(reader.read('p1')).toEqual({ position: 800 })
  })

  it('BY18 a position is remembered for 90 days', () => {
    memory().write('p1', { position: 700 })
    now += 89 * day
    expect(memory().read('p1')).toEqual({ position: 700 })
    now += 2 * day
    expect(memory().read('p1')).toBeNull()
  })

  it('BY18 the memory holds the 200 most recently written posts', () => {
    for (let n = 0; n < 200; n += 1) memory().write(`p${n}`, { position: n })
    memory().write('p0', { position: 1000 })
    memory().write('p200', { position: 5 })
    expect(memory().read('p0')).toEqual({ position: 1000 })
    expect(memory().read('p1')).toBeNull()
    expect(memory().read('p2')).toEqual({ position: 2 })
  })

  it.each([
    '{',
    'null',
    '{}',
    '[1,null,[]]',
    '[["p1",null]]',
    '[["p1",{"position":-5,"positionAt":1}]]',
    '[["p1",{"position":"9","positionAt":86400000000}]]',
    '[[5,{}]]',
  ])('BY6 the invalid stored text %s is ignored and can be overwritten', (text) => {
    raw.setItem('strand-posts', text)
    expect(memory().read('p1')).toBeNull()
    memory().write('p1', { position: 700 })
    expect(memory().read('p1')).toEqual({ position: 700 })
  })

  it('BY6 storage that throws or is forbidden → no error, an empty memory and the default settings', () => {
    const refusing = [
      () =>
        ({
          getItem: () => {
            throw new Error('no')
          },
          setItem: () => {
            throw new Error('full')
          },
          removeItem: () => {
            throw new Error('no')
          },
        }) as unknown as Storage,
      (): Storage => {
        throw new Error('forbidden')
      },
    ]
    for (const one of refusing) {
      const forgetful = createMemory(safeStorage(one))
      forgetful.write('p1', { position: 700 })
      expect(forgetful.read('p1')).toBeNull()
      forgetful.write('p1', null)
      forgetful.clear()
      const settings = createSettings(safeStorage(one))
      settings.write({ volume: 0.5, muted: true })
      expect(settings.read()).toEqual({ volume: 1, muted: false })
    }
  })

  it.each([
    ['{"volume":2}', 1],
    ['{"volume":"0.5"}', 1],
    ['{"volume":0}', 0],
    ['[]', 1],
    ['7', 1],
  ])('BY6 the stored settings %s → volume %d', (text, volume) => {
    raw.setItem('strand-player', text)
    expect(createSettings(safeStorage(() => raw)).read()).toEqual({ volume, muted: false })
  })
})
