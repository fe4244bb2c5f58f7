import { useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react'
import { shallowEqual, useSelector } from 'react-redux'
import { loadPreload, selectCurrentItem, selectPlayer, type WithPlayer } from '#player/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { WebPlayer } from '#host/index.ts'
import { beforePlay } from '#ui/intent.ts'

const PlayerBar = lazyComponent(() => import('#widgets/player/PlayerBar.tsx'))

const ElsewhereBar = lazyComponent(() => import('#widgets/player/devices/ElsewhereBar.tsx'))

/** A change of these values renders the bar again after it failed (`again` of `lazyComponent`). */
const selectShown = (state: WithPlayer) => {
  const { playing, deadItemId } = selectPlayer(state)
  return [selectCurrentItem(state), playing, deadItemId]
}

function preloadPlayer(): void {
  PlayerBar.preload()
  loadPreload().then(
    ({ preloadOutputs }) => preloadOutputs(),
    () => undefined,
  )
}

/**
 * Mounts the player bar once the queue has a current item, and preloads the player before a press on play. Without a queue, shows what
 * plays on another device.
 */
export function PlayerDock({ clock, stage, devices }: Pick<WebPlayer, 'clock' | 'stage' | 'devices'>) {
  // Deferred, so that the press on play is painted before the player is mounted.
  const active = useDeferredValue(useSelector(selectCurrentItem) !== null)
  const resetKey = useSelector(selectShown, shallowEqual)
  const [isMounted, setMounted] = useState(active)
  if (active && !isMounted) setMounted(true)
  useEffect(() => beforePlay(preloadPlayer), [])
  const { own, devices: all } = useSyncExternalStore(devices.list.subscribe, devices.list.read, devices.list.read)
  const elsewhere =
    own === null || active ? undefined : all.find(({ id, connected, playing }) => id !== own && connected && playing?.isPlaying)
  return (
    <>
      {isMounted && <PlayerBar clock={clock} stage={stage} devices={devices} again={resetKey} />}
      {elsewhere && <ElsewhereBar devices={devices} device={elsewhere} again={resetKey} />}
    </>
  )
}
