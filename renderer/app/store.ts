import { configureStore } from '@reduxjs/toolkit'
import { playerReducer, type LazyEngine } from '../player/index.ts'
import { api } from './api/api.ts'
import { dialogsReducer } from './api/dialogs.ts'
import { sessionRules, watchSession } from './api/session.ts'
import { followPosts } from './player/followPosts.ts'
import { tellEdits } from './player/tellEdits.ts'
import { trackActs } from './trackActs.ts'

export function createStore(engine: LazyEngine) {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, dialogs: dialogsReducer, player: playerReducer },
    middleware: (defaults) => defaults({ thunk: true }).concat(api.middleware, sessionRules, followPosts, tellEdits, trackActs, engine.middleware),
  })
  watchSession(store)
  return store
}

export type Store = ReturnType<typeof createStore>
export type RootState = ReturnType<Store['getState']>
