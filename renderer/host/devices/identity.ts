/** What this page is as a device: its id, kind and name. */
import type { ConnectDevice } from '#contract/connect.ts'
import { platform } from '../platform.ts'
import { deviceStorage, tabStorage } from '#data/storage.ts'
import { t } from '#texts/index.ts'
import { browserAndSystem, televisionMaker } from '#ui/userAgent.ts'

const idKey = 'strand-device'

const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{16,40}$/.test(value)

export function newDeviceId(): string {
  const id = crypto.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2).padEnd(12, '0')}`
  tabStorage.write(idKey, id)
  return id
}

/** It survives a reload. A duplicated tab has the same one, and gets another when the server notices. */
export function readDeviceId(): string {
  const stored = tabStorage.read(idKey)
  return isId(stored) ? stored : newDeviceId()
}

export interface Identity {
  kind: ConnectDevice['kind']
  /** The name that the member gave this device, otherwise one made of what is known about it. */
  readName(): string
  writeName(name: string): void
}

const createIdentity = (kind: Identity['kind'], key: string, defaultName: () => string): Identity => ({
  kind,
  readName() {
    const stored = deviceStorage.read(key)
    return typeof stored === 'string' && stored !== '' ? stored : defaultName()
  },
  writeName: (name) => void deviceStorage.write(key, name),
})

/** A page, or the desktop application. Without a name it is called by browser and system, such as "Chromium on Linux". */
export const pageIdentity = createIdentity(platform.name === 'desktop' ? 'desktop' : 'browser', 'strand-device-name', () => {
  const { browser, system } = browserAndSystem(navigator.userAgent)
  const brands = (navigator as { userAgentData?: { brands: { brand: string }[] } }).userAgentData?.brands.map(({ brand }) => brand) ?? []
  const isChromium = browser === 'Chrome' && brands.includes('Chromium') && !brands.includes('Google Chrome')
  // Electron is a Chromium too.
  const name = platform.name === 'desktop' ? 'Strand' : isChromium ? 'Chromium' : browser
  if (name === undefined) return system ?? t.devices.unnamed
  return system === undefined ? name : t.devices.nameOn(name, system)
})

/** A television. Without a name it is called by its maker, such as "Samsung TV". */
export const tvIdentity = createIdentity('tv', 'strand-tv-name', () => {
  const maker = televisionMaker(navigator.userAgent)
  return maker === undefined ? t.devices.unnamedTv : t.devices.tvOf(maker)
})
