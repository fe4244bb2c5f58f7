import type { MiddlewareAPI } from '@reduxjs/toolkit'
import createSagaMiddleware from 'redux-saga'
import type { PlayerPorts } from '../ports.ts'
import { playerSaga } from './root.ts'

/** Runs the engine on a store. Returns what each action of the store has to be passed to, after the reducers had it. */
export function runEngine(ports: PlayerPorts, { dispatch, getState }: MiddlewareAPI): (action: unknown) => void {
  const saga = createSagaMiddleware()
  const pass = saga({ dispatch, getState })((action) => action)
  saga.run(playerSaga, ports)
  return pass
}
