import type { Settings } from '#player/index.ts'
import { isRecord, isTime, type SafeStorage } from '#data/storage.ts'

const key = 'strand-player'

/** The port that stores the player's volume on this device. */
export const createSettings = (storage: SafeStorage): Settings => ({
  read() {
    const found = storage.read(key)
    const { volume, muted } = isRecord(found) ? found : {}
    return { volume: isTime(volume) && volume <= 1 ? volume : 1, muted: muted === true }
  },
  write: (settings) => void storage.write(key, settings),
})
