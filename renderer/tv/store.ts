/** The store of a screen across the room: the player, and nothing else. */
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import type { LazyEngine } from '#player/index.ts'

export type TvStore = ReturnType<typeof createTvStore>

export const createTvStore = (engine: LazyEngine) =>
  configureStore({
    reducer: combineReducers({ player: engine.reducer }),
    middleware: (defaults) => defaults().concat(engine.middleware),
    devTools: false,
  })
