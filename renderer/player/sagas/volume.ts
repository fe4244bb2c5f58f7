import { put } from 'redux-saga/effects'
import * as facts from '../facts.ts'
import type { Engine } from './engine.ts'

export function* changeVolume(engine: Engine, volume: number, muted: boolean): Generator<unknown, void, any> {
  yield* recordVolume(engine, volume, muted)
  engine.active?.output.setVolume(volume, muted)
}

/** Records a volume that the output already has, for example after a change in the provider's own controls. */
export function* recordVolume({ ports }: Engine, volume: number, muted: boolean): Generator<unknown, void, any> {
  yield put(facts.volumeChanged({ volume, muted }))
  ports.settings.write({ volume, muted })
}
