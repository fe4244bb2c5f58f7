import { afterAll, expect, it, vi } from 'vitest'

const canParse = Object.getOwnPropertyDescriptor(URL, 'canParse')!
const size = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, 'size')!

afterAll(() => {
  Object.defineProperty(URL, 'canParse', canParse)
  Object.defineProperty(URLSearchParams.prototype, 'size', size)
})

it('R26 a browser without URL.canParse and URLSearchParams.size gets both, with the same answers', async () => {
  Reflect.deleteProperty(URL, 'canParse')
  Reflect.deleteProperty(URLSearchParams.prototype, 'size')
  vi.resetModules()
  await import('../../renderer/app/polyfills.ts')
  expect(URL.canParse).not.toBe(canParse.value)
  expect([URL.canParse('https://a.example/'), URL.canParse('/b'), URL.canParse('/b', 'https://a.example')]).toEqual([true, false, true])
  expect([new URLSearchParams('').size, new URLSearchParams('a=1&a=2&b=').size]).toEqual([0, 3])
})
