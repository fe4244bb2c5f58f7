import { configureStore, type Middleware } from '@reduxjs/toolkit'
import createSagaMiddleware from 'redux-saga'
import { playerReducer, playerSaga, type PlayerPorts } from '../player/index.ts'
import { api } from './api/api.ts'
import { dialogsReducer, sessionEnded } from './api/dialogs.ts'
import { setMe } from './api/session.ts'
import { followPosts } from './player/followPosts.ts'
import { tellEdits } from './player/tellEdits.ts'

/** An ended session makes the page anonymous, whichever call found out (A4.1). */
const sessionWatch: Middleware = ({ dispatch }) => (next) => (action) => {
  const result = next(action)
  if (sessionEnded.match(action)) setMe(dispatch, null)
  return result
}

export function createStore(ports: PlayerPorts) {
  const saga = createSagaMiddleware()
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, dialogs: dialogsReducer, player: playerReducer },
    middleware: (defaults) => defaults({ thunk: true }).concat(api.middleware, sessionWatch, followPosts, tellEdits, saga),
  })
  saga.run(playerSaga, ports)
  return store
}

export type Store = ReturnType<typeof createStore>
export type RootState = ReturnType<Store['getState']>
