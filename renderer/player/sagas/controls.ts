/** Commands that leave the cursor where it is and never wait. */
import { put } from 'redux-saga/effects'
import * as commands from '../commands.ts'
import * as facts from '../facts.ts'
import type { PlayerState } from '../state.ts'
import { sendSeek, type Engine } from './engine.ts'

export function* control(engine: Engine, command: commands.Command, player: PlayerState): Generator<unknown, void, any> {
  if (commands.seek.match(command)) yield* seekTo(engine, command.payload, player)
  else if (commands.setVolume.match(command)) {
    const volume = Math.min(Math.max(command.payload, 0), 1)
    yield* changeVolume(engine, volume, player.muted && volume === 0)
  } else if (commands.setMuted.match(command)) yield* changeVolume(engine, player.volume, command.payload)
  else if (commands.setRepeat.match(command)) yield put(facts.repeatChanged(command.payload))
  else if (commands.setMode.match(command)) yield put(facts.modeChanged(command.payload))
  // Straight to the output: browsers allow it only while they serve the person's click.
  else if (commands.setPip.match(command)) engine.active?.output.pictureInPicture?.(command.payload)
  else if (commands.startComposing.match(command)) {
    if (!player.composing.includes(command.payload)) yield put(facts.composingChanged([...player.composing, command.payload]))
  } else if (commands.stopComposing.match(command)) {
    if (player.composing.includes(command.payload)) yield put(facts.composingChanged(player.composing.filter((id) => id !== command.payload)))
  }
}

/** Seconds; how far a seek in the current item goes at most. */
export const seekEnd = ({ queue, duration }: PlayerState): number =>
  Math.min(queue.items[queue.index]?.endTime ?? Infinity, duration > 0 ? duration : Infinity)

export const seekTarget = (wanted: number, player: PlayerState): number => Math.min(Math.max(wanted, 0), seekEnd(player))

function* seekTo(engine: Engine, wanted: number, player: PlayerState) {
  const { queue, duration, ended, position: from } = player
  if (queue.index < 0 || ended) return
  const position = seekTarget(wanted, player)
  sendSeek(engine, position, from)
  // At once, so that a slider does not jump back until the output says where it is.
  engine.ports.clock.tick(position, duration)
  yield put(facts.positionChanged({ position, duration }))
}

function* changeVolume(engine: Engine, volume: number, muted: boolean) {
  yield* noteVolume(engine, volume, muted)
  engine.active?.output.setVolume(volume, muted)
}

/** Records a volume that the output has already, as after a change in the provider's own controls. */
export function* noteVolume({ ports }: Engine, volume: number, muted: boolean) {
  yield put(facts.volumeChanged({ volume, muted }))
  ports.settings.write({ volume, muted })
}
