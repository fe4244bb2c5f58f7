/** The id of this page as a device, and its name. */
import { platform } from '../platform.ts'
import { deviceStorage, tabStorage } from '#data/storage.ts'
import { t } from '#texts/index.ts'
import { browserAndSystem } from '#ui/userAgent.ts'

const idKey = 'strand-device'
const nameKey = 'strand-device-name'

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

/** The name that the member gave this browser, otherwise browser and system, such as "Chromium on Linux". */
export function readDeviceName(): string {
  const stored = deviceStorage.read(nameKey)
  if (typeof stored === 'string' && stored !== '') return stored
  const { browser, system } = browserAndSystem(navigator.userAgent)
  const brands = (navigator as { userAgentData?: { brands: { brand: string }[] } }).userAgentData?.brands.map(({ brand }) => brand) ?? []
  const isChromium = browser === 'Chrome' && brands.includes('Chromium') && !brands.includes('Google Chrome')
  const name = isChromium ? 'Chromium' : platform.name === 'desktop' ? 'Strand' : browser
  if (name === undefined) return system ?? t.devices.unnamed
  return system === undefined ? name : t.devices.nameOn(name, system)
}

export const writeDeviceName = (name: string): void => void deviceStorage.write(nameKey, name)
