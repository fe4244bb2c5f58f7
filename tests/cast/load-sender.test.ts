import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => void vi.resetModules())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const load = async (bridge: object) => {
  vi.stubGlobal('strand', { protocol: 1, onCastEvent: () => () => undefined, ...bridge })
  return (await import('#host/cast/loadSender.ts')).loadSender()
}

it('BZ3 an application that casts → its sender, whose devices the page lists', async () => {
  expect((await load({ connectCast: () => undefined }))?.search).toBeTypeOf('function')
})

it('BY19 an earlier application that does not cast → no sender', async () => {
  expect(await load({})).toBeNull()
})
