import { afterEach, expect, it, vi } from 'vitest'
import { platformOf } from '#host/platform.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it.each([
  ['no bridge', undefined, 'web'],
  ['an element with the id strand', { id: 'strand' }, 'web'],
  ['a link with the id strand', { protocol: 'https:' }, 'web'],
  ['a bridge of another protocol', { protocol: 2 }, 'web'],
  ['a function', () => 1, 'web'],
  ['null', null, 'web'],
  ['the bridge of the desktop application', Object.freeze({ protocol: 1 }), 'desktop'],
])('BY21 %s → the platform %3$s', (_, bridge, name) => expect(platformOf(bridge).name).toBe(name))

it('BY21 window.strand is read when the page starts', async () => {
  vi.stubGlobal('strand', { protocol: 1 })
  expect((await import('#host/platform.ts')).platform.name).toBe('desktop')
  vi.unstubAllGlobals()
  vi.resetModules()
  expect((await import('#host/platform.ts')).platform.name).toBe('web')
})
