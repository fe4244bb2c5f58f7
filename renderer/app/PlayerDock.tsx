import { useEffect, useState } from 'react'
import { shallowEqual, useSelector } from 'react-redux'
import { selectCurrentItem, selectPlayer, type WithPlayer } from '#player/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { WebPlayer } from '#host/index.ts'
import { whenTouched } from '#ui/idle.ts'

const PlayerBar = lazyComponent(() => import('#widgets/player/PlayerBar.tsx'))

/** What the bar shows at first. After an error the bar is rendered again as soon as one of these changes. */
const shown = (state: WithPlayer) => {
  const { playing, deadItemId } = selectPlayer(state)
  return [selectCurrentItem(state), playing, deadItemId]
}

/** The player's bar, from the first thing played on; its code is fetched before that, when somebody first moves on the page. */
export function PlayerDock({ clock, stage }: Pick<WebPlayer, 'clock' | 'stage'>) {
  const active = useSelector(selectCurrentItem) !== null
  const again = useSelector(shown, shallowEqual)
  const [wanted, setWanted] = useState(active)
  if (active && !wanted) setWanted(true)
  useEffect(() => whenTouched(PlayerBar.preload), [])
  return wanted ? <PlayerBar clock={clock} stage={stage} again={again} /> : null
}
