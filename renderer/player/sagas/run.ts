import type { MiddlewareAPI } from '@reduxjs/toolkit'
import createSagaMiddleware from 'redux-saga'
import type { PlayerPorts } from '../ports.ts'
import { playerSaga } from './root.ts'

export { reducer } from '../reducer.ts'

/** Runs the engine on a store. Pass every action of the store to the returned function, after the reducers. */
export function runEngine(ports: PlayerPorts, { dispatch, getState }: MiddlewareAPI): (action: unknown) => void {
  const saga = createSagaMiddleware()
  const pass = saga({ dispatch, getState })((action) => action)
  saga.run(playerSaga, ports)
  return pass
}
