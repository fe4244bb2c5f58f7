import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
const brands = (...names: string[]) => ({ brands: names.map((brand) => ({ brand, version: '150' })) })

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('localStorage', memoryStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

async function identityOf(bridge: unknown, navigator: object) {
  vi.stubGlobal('strand', bridge)
  vi.stubGlobal('navigator', { userAgent, ...navigator })
  return (await import('#host/devices/identity.ts')).pageIdentity
}

const desktop = { protocol: 1 }
const named = userAgent.replace('Chrome/', 'Strand/1.2.3 Chrome/')

it.each([
  ['the desktop application', 'desktop', 'Strand on Linux', desktop, { userAgent: named }],
  // Started by its path, as in development.
  ['Electron without a name of its own', 'desktop', 'Strand on Linux', desktop, { userAgentData: brands('Not-A.Brand', 'Chromium') }],
  ['Chrome', 'browser', 'Chrome on Linux', undefined, { userAgentData: brands('Google Chrome', 'Chromium') }],
  ['Chromium', 'browser', 'Chromium on Linux', undefined, { userAgentData: brands('Chromium') }],
  ['a bridge of another protocol', 'browser', 'Chrome on Linux', { protocol: 2 }, {}],
])('BZ4 BZ10 %s → a device of the kind %s, named “%s”', async (_, kind, name, bridge, navigator) => {
  const identity = await identityOf(bridge, navigator)
  expect([identity.kind, identity.readName()]).toEqual([kind, name])
})

it('BZ10 the name that the member gave the desktop application → that name', async () => {
  const identity = await identityOf(desktop, {})
  identity.writeName('Laptop in the kitchen')
  expect(identity.readName()).toBe('Laptop in the kitchen')
})
