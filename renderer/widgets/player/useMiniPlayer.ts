import { useEffect, useState } from 'react'
import { platform } from '#host/platform.ts'

/** Whether the desktop application has made its window the mini player (BY19). It does so only while there is something to play. */
export function useMiniPlayer(): boolean {
  const [isMini, setMini] = useState(false)
  useEffect(() => {
    const { bridge } = platform
    if (bridge === null || !canBeMini()) return
    const unsubscribe = bridge.onMiniPlayer(setMini)
    // It may have become small before this code was loaded.
    void bridge.getMiniPlayer().then((answer) => answer.ok && setMini(answer.value))
    return unsubscribe
  }, [])
  return isMini
}

export const canBeMini = (): boolean => platform.bridge !== null && 'getMiniPlayer' in platform.bridge

export const setMiniPlayer = (isMini: boolean): void => void platform.bridge?.setMiniPlayer(isMini)
