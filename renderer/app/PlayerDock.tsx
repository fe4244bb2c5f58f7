import { useEffect, useState } from 'react'
import { shallowEqual, useSelector } from 'react-redux'
import { loadPreload, selectCurrentItem, selectPlayer, type WithPlayer } from '#player/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { WebPlayer } from '#host/index.ts'
import { beforePlay } from '#ui/intent.ts'

const PlayerBar = lazyComponent(() => import('#widgets/player/PlayerBar.tsx'))

/** The state that the bar renders first. After an error the bar is rendered again when it changes. */
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

/** The player bar, shown from the first played item on. */
export function PlayerDock({ clock, stage }: Pick<WebPlayer, 'clock' | 'stage'>) {
  const active = useSelector(selectCurrentItem) !== null
  const resetKey = useSelector(selectShown, shallowEqual)
  const [isMounted, setMounted] = useState(active)
  if (active && !isMounted) setMounted(true)
  useEffect(() => beforePlay(preloadPlayer), [])
  return isMounted ? <PlayerBar clock={clock} stage={stage} again={resetKey} /> : null
}
