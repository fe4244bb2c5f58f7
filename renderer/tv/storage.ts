/** What the page of a television stores, under keys of its own: a page of Strand in the same browser has another queue. */
import { deviceStorage, isRecord, tabStorage, type SafeStorage } from '#data/storage.ts'

const prefixed = (storage: SafeStorage): SafeStorage => ({
  read: (key) => storage.read(`tv-${key}`),
  write: (key, value) => storage.write(`tv-${key}`, value),
  remove: (key) => storage.remove(`tv-${key}`),
})

export const tvStorage = { device: prefixed(deviceStorage), tab: prefixed(tabStorage) }

const tokenKey = 'token'

/** The bearer token of the television's session; null if it is not connected to a member. */
export function readToken(): string | null {
  const stored = tvStorage.device.read(tokenKey)
  return isRecord(stored) && typeof stored['token'] === 'string' ? stored['token'] : null
}

export const writeToken = (token: string): void => void tvStorage.device.write(tokenKey, { token })
export const removeToken = (): void => tvStorage.device.remove(tokenKey)
