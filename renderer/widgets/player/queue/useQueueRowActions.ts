import { useMemo } from 'react'
import { useStore } from 'react-redux'
import { player, selectIsPlaying, type WithPlayer } from '#player/index.ts'
import { placeNext } from '#ui/rows.ts'
import type { RowAction } from './QueueRow.tsx'

export interface RowActions {
  runAction: (action: RowAction, id: string) => void
  /** Moves an item to an index. */
  move: (id: string, to: number) => void
}

/** Actions on queue items. Stable functions that read the queue when called. */
export function useQueueRowActions(): RowActions {
  const { dispatch, getState } = useStore<WithPlayer>()
  return useMemo(() => {
    const move = (id: string, to: number) => dispatch(player.moveItem({ id, to }))
    const runAction = (name: RowAction, id: string) => {
      const { items, index } = getState().player.queue
      const position = items.findIndex((item) => item.id === id)
      if (position < 0) return
      switch (name) {
        case 'play': {
          // A second click on the current item toggles playback instead of restarting it.
          const current = position === index && !getState().player.ended && getState().player.deadItemId === null
          return dispatch(!current ? player.playItem(id) : selectIsPlaying(getState()) ? player.pause() : player.play())
        }
        case 'next':
          return move(id, placeNext(position, index))
        case 'top':
          return move(id, 0)
        case 'bottom':
          return move(id, items.length - 1)
        case 'remove':
          return dispatch(player.removeItems([id]))
      }
    }
    return { runAction, move }
  }, [dispatch, getState])
}
