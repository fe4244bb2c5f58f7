import { configureStore } from '@reduxjs/toolkit'
import createSagaMiddleware from 'redux-saga'
import { playerReducer, playerSaga, type PlayerPorts } from '../player/index.ts'
import { api } from './api/api.ts'
import { dialogsReducer } from './api/dialogs.ts'
import { sessionRules, watchSession } from './api/session.ts'
import { followPosts } from './player/followPosts.ts'
import { tellEdits } from './player/tellEdits.ts'
import { trackActs } from './trackActs.ts'

export function createStore(ports: PlayerPorts) {
  const saga = createSagaMiddleware()
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, dialogs: dialogsReducer, player: playerReducer },
    middleware: (defaults) => defaults({ thunk: true }).concat(api.middleware, sessionRules, followPosts, tellEdits, trackActs, saga),
  })
  watchSession(store)
  saga.run(playerSaga, ports)
  return store
}

export type Store = ReturnType<typeof createStore>
export type RootState = ReturnType<Store['getState']>
