import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import { selectCurrentItem } from '../player/index.ts'
import { later } from '../ui/later.tsx'
import type { WebPlayer } from './player/index.ts'
import { whenTouched } from './idle.ts'

const PlayerBar = later(() => import('../features/player/PlayerBar.tsx'))

/** The player's bar, from the first thing played on; its code is fetched before that, when somebody first moves on the page. */
export function PlayerDock({ clock, stage }: Pick<WebPlayer, 'clock' | 'stage'>) {
  const active = useSelector(selectCurrentItem) !== null
  const [wanted, setWanted] = useState(active)
  if (active && !wanted) setWanted(true)
  useEffect(() => whenTouched(PlayerBar.preload), [])
  return wanted ? <PlayerBar clock={clock} stage={stage} /> : null
}
