/** What a command probably changes, to show it before the device has carried it out. */
import type { Command } from '../commands.ts'
import * as commands from '../commands.ts'
import type { Change } from '../edits.ts'
import * as facts from '../facts.ts'
import { advance } from '../moves.ts'
import { indexOf } from '../queue.ts'
import { reducer } from '../reducer.ts'
import type { PlayerState } from '../state.ts'

type Fact = Parameters<typeof reducer>[1]

/** The state after the command, as far as a remote can know it. */
export const predict = (state: PlayerState, command: Command): PlayerState => factsOf(state, command).reduce(reducer, state)

function factsOf(state: PlayerState, command: Command): Fact[] {
  const { queue, duration, volume } = state
  if (commands.playQueue.match(command)) {
    const { tracks, featured } = command.payload
    if (tracks.length === 0 && featured === undefined) return []
    const replaced = facts.queueReplaced(command.payload)
    return [replaced, ...start(reducer(state, replaced).queue.index, command.payload.position)]
  }
  if (commands.adoptQueue.match(command)) return [facts.queueAdopted(command.payload)]
  if (commands.playItem.match(command)) return indexOf(queue, command.payload) < 0 ? [] : start(indexOf(queue, command.payload))
  if (commands.play.match(command)) return queue.index < 0 ? [] : resume(state)
  if (commands.pause.match(command)) return [facts.intentChanged('pause'), ...(state.phase === 'playing' ? [facts.playbackStopped()] : [])]
  if (commands.next.match(command)) return move(state, 'next')
  if (commands.previous.match(command)) return move(state, 'previous')
  if (commands.retry.match(command)) return queue.index < 0 ? [] : start(queue.index, queue.items[queue.index]?.startTime ?? 0)
  if (commands.seek.match(command)) {
    if (queue.index < 0 || state.ended) return []
    const end = Math.min(queue.items[queue.index]?.endTime ?? Infinity, duration > 0 ? duration : Infinity)
    return [facts.positionChanged({ position: Math.min(Math.max(command.payload, 0), end), duration })]
  }
  if (commands.setVolume.match(command)) {
    const to = Math.min(Math.max(command.payload, 0), 1)
    return [facts.volumeChanged({ volume: to, muted: state.muted && to === 0 })]
  }
  if (commands.setMuted.match(command)) return [facts.volumeChanged({ volume, muted: command.payload })]
  if (commands.setRepeat.match(command)) return [facts.repeatChanged(command.payload)]
  if (commands.close.match(command)) return [facts.closed()]
  const insertion = commands.playNext.match(command) || commands.addToQueue.match(command) ? command.payload : null
  if (insertion !== null && queue.index < 0) {
    return insertion.length === 0 ? [] : [facts.queueReplaced({ tracks: insertion }), ...start(0)]
  }
  const change = changeOf(command)
  return change === null ? [] : edit(state, change)
}

const start = (index: number, position?: number): Fact[] => [
  facts.cursorMoved(position === undefined ? { index } : { index, position }),
  facts.intentChanged('play'),
]

function resume({ queue: { index }, ended, deadItemId, phase }: PlayerState): Fact[] {
  if (ended || deadItemId !== null) return start(index)
  return [facts.intentChanged('play'), ...(phase === 'stopped' ? [facts.playbackAwaited()] : [])]
}

/** A move that needs a page is not shown before the device has loaded it. */
function move({ queue, repeat }: PlayerState, why: 'next' | 'previous'): Fact[] {
  const to = advance(queue, why, repeat)
  return typeof to === 'object' ? start(to.to) : []
}

/** Not a shuffle: the device chooses its order. */
function changeOf(command: Command): Change | null {
  if (commands.playNext.match(command)) return { type: 'insert', tracks: command.payload, where: 'next' }
  if (commands.addToQueue.match(command)) return { type: 'insert', tracks: command.payload, where: 'added' }
  if (commands.removeItems.match(command)) return { type: 'remove', ids: command.payload }
  if (commands.moveItem.match(command)) return { type: 'move', ...command.payload }
  if (commands.clearQueue.match(command)) return { type: 'clear' }
  if (commands.undoEdit.match(command)) return { type: 'undo', edit: command.payload }
  if (commands.setShuffle.match(command) && !command.payload) return { type: 'shuffle', seed: null }
  if (commands.reviseTrack.match(command)) return { type: 'revise', track: command.payload }
  if (commands.reviseBead.match(command)) return { type: 'rename', bead: command.payload }
  if (commands.dropPost.match(command)) return { type: 'drop', postId: command.payload }
  return null
}

/** If the current item is removed, the one after it takes its place. */
function edit(state: PlayerState, change: Change): Fact[] {
  const changed = facts.queueChanged(change)
  const { queue } = reducer(state, changed)
  const current = state.queue.items[state.queue.index]
  const next = queue.items[queue.index]
  if (next?.id === current?.id) return [changed]
  if (next === undefined) return [changed, facts.queueEmptied()]
  const isAfter = state.queue.items.findIndex(({ id }) => id === next.id) > state.queue.index
  return [changed, ...(state.intent === 'play' && isAfter ? start(queue.index) : [facts.itemShown({ index: queue.index })])]
}
