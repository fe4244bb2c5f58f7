import { useState, type ComponentType } from 'react'
import { codeLoader } from '#ui/code.ts'

/** A screen whose code is loaded separately. */
export interface LazyScreen<P extends object> {
  /** Renders nothing until its code is loaded. */
  Screen: ComponentType<P>
  /** Rejects if the code cannot be loaded; the next call retries. */
  preload(): Promise<void>
  loaded(): boolean
  /** Whether its code is loaded, and what `prepare` loads for its first render. */
  prepared(): boolean
}

/**
 * A screen whose code is loaded on demand or by `preload`.
 * @param prepare loads what else the first render needs, such as texts. If that fails, the screen must load it itself.
 */
export function lazyScreen<P extends object, M extends { default: ComponentType<P> }>(
  load: () => Promise<M>,
  prepare?: (module: M) => Promise<unknown>,
): LazyScreen<P> {
  let component: ComponentType<P> | null = null
  let isPrepared = false
  let loading: Promise<void> | null = null
  const loadCode = codeLoader(load)

  async function fetchCode(): Promise<void> {
    try {
      const module = await loadCode()
      isPrepared = await Promise.resolve(prepare?.(module)).then(
        () => true,
        () => false,
      )
      component = module.default
    } catch (reason) {
      loading = null
      throw reason
    }
  }

  return {
    preload: () => (loading ??= fetchCode()),
    loaded: () => component !== null,
    prepared: () => component !== null && isPrepared,
    Screen: function Screen(props: P) {
      // Fixed at mount: replacing the component would discard the screen's state.
      const [Chosen] = useState<ComponentType<P> | null>(() => component)
      return Chosen && <Chosen {...props} />
    },
  }
}
