import { combineReducers, configureStore, Tuple } from '@reduxjs/toolkit'
import { emptyPlayer, type LazyEngine } from '#player/index.ts'
import { api } from '#data/api.ts'
import { dialogsReducer } from '#data/dialogs.ts'
import { syncLists } from '#data/listSyncMiddleware.ts'
import { sessionRules, watchSession } from '#data/session.ts'
import { syncQueueWithPosts } from '#host/syncQueueWithPosts.ts'
import { queueUndoMiddleware } from '#host/queueUndoMiddleware.ts'
import { analyticsMiddleware } from '#host/analyticsMiddleware.ts'

const reducerWith = (player: LazyEngine['reducer']) => combineReducers({ [api.reducerPath]: api.reducer, dialogs: dialogsReducer, player })

/** The store for server rendering: without middleware, so that it requests nothing and starts no timers. */
export const createServerStore = () => configureStore({ reducer: reducerWith(emptyPlayer), middleware: () => new Tuple(), devTools: false })

export function createStore(engine: LazyEngine) {
  const store = configureStore({
    reducer: reducerWith(engine.reducer),
    middleware: (defaults) =>
      defaults({ thunk: true }).concat(
        api.middleware,
        syncLists,
        sessionRules,
        syncQueueWithPosts,
        queueUndoMiddleware,
        analyticsMiddleware,
        engine.middleware,
      ),
  })
  watchSession(store)
  return store
}

export type Store = ReturnType<typeof createStore>
export type RootState = ReturnType<Store['getState']>
