import type { Settings } from '#player/index.ts'
import { isRecord, isTime, type SafeStorage } from '#data/storage.ts'

const key = 'strand-player'

/** The volume of this device. */
export const createSettings = (device: SafeStorage): Settings => ({
  read() {
    const found = device.read(key)
    const { volume, muted } = isRecord(found) ? found : {}
    return { volume: isTime(volume) && volume <= 1 ? volume : 1, muted: muted === true }
  },
  write: (settings) => void device.write(key, settings),
})
