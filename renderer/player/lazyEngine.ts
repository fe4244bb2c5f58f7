/** Loads the engine (the sagas) separately from the first screen, which needs only the player's state. */
import type { Middleware, MiddlewareAPI, UnknownAction } from '@reduxjs/toolkit'
import { isCommand } from './commands.ts'
import type { PlayerPorts } from './ports.ts'

type Run = (ports: PlayerPorts, store: MiddlewareAPI) => (action: unknown) => void

export interface LazyEngine {
  /** Must be the last middleware of the store. A command loads the engine, and is passed to it once it runs. */
  middleware: Middleware
  /** Loads and runs the engine, once. If the code cannot be loaded, the next command or call tries again. */
  start(): void
}

export function createLazyEngine(ports: PlayerPorts, load: () => Promise<{ runEngine: Run }> = () => import('./sagas/run.ts')): LazyEngine {
  const waiting: UnknownAction[] = []
  let store: MiddlewareAPI | null = null
  let isLoading = false
  let pass: ((action: unknown) => void) | null = null

  function start(): void {
    if (store === null || isLoading) return
    isLoading = true
    const api = store
    load().then(
      ({ runEngine }) => {
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

/** Loads the driver that controls another device. */
export const loadRemoteDriver = () => import('./sagas/remoteDriver.ts')

/** Loads the driver for a Cast device that only plays files. */
export const loadCastDriver = () => import('./sagas/castDriver.ts')

/** Loads the code that preloads media. */
export const loadPreload = () => import('./outputs/preload.ts')
