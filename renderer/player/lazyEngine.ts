/** Loads the engine (the sagas and the reducer) separately from the first screen, which needs only the empty player. */
import type { Middleware, MiddlewareAPI, Reducer, UnknownAction } from '@reduxjs/toolkit'
import { isCommand } from './commands.ts'
import type { PlayerPorts } from './ports.ts'
import { initialState, type PlayerState } from './state.ts'

export interface LoadedEngine {
  ports: PlayerPorts
  reducer: Reducer<PlayerState>
  runEngine: (ports: PlayerPorts, store: MiddlewareAPI) => (action: unknown) => void
}

export interface LazyEngine {
  /** Records nothing until the engine is loaded, because only the engine dispatches facts. */
  reducer: Reducer<PlayerState>
  /** Must be the last middleware of the store. A command loads the engine, and is passed to it once it runs. */
  middleware: Middleware
  /** Loads and runs the engine, once. If the code cannot be loaded, the next command or call tries again. */
  start(): void
}

/** The reducer of a player that plays nothing. */
export const emptyPlayer = (state: PlayerState = initialState): PlayerState => state

export function createLazyEngine(load: () => Promise<LoadedEngine>): LazyEngine {
  const waiting: UnknownAction[] = []
  let store: MiddlewareAPI | null = null
  let isLoading = false
  let record: Reducer<PlayerState> = emptyPlayer
  let pass: ((action: unknown) => void) | null = null

  function start(): void {
    if (store === null || isLoading) return
    isLoading = true
    const api = store
    load().then(
      ({ ports, reducer, runEngine }) => {
        record = reducer
        pass = runEngine(ports, api)
        for (const command of waiting.splice(0)) pass(command)
      },
      () => {
        isLoading = false
      },
    )
  }

  return {
    start,
    reducer: (state, action) => record(state, action),
    middleware: (api) => {
      store = api
      return (next) => (action) => {
        const result = next(action)
        if (pass !== null) pass(action)
        else if (isCommand(action)) {
          waiting.push(action)
          start()
        }
        return result
      }
    },
  }
}

/** Loads the engine's code. */
export const loadEngine = () => import('./sagas/run.ts')

/** Loads the driver that controls another device. */
export const loadRemoteDriver = () => import('./sagas/remoteDriver.ts')

/** Loads the driver for a Cast device that only plays files. */
export const loadCastDriver = () => import('./sagas/castDriver.ts')

/** Loads the code that preloads media. */
export const loadPreload = () => import('./outputs/preload.ts')
