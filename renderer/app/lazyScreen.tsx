import { useState, type ComponentType } from 'react'
import { codeLoader } from '#ui/code.ts'

export interface LazyScreen<P extends object> {
  /** Renders nothing before its code is loaded. */
  Screen: ComponentType<P>
  /** Rejects where the code cannot be fetched; the next call tries again. */
  preload(): Promise<void>
  loaded(): boolean
}

/** A screen whose code is fetched when first needed, or before. */
export function lazyScreen<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LazyScreen<P> {
  let component: ComponentType<P> | null = null
  let loading: Promise<void> | null = null
  const loadCode = codeLoader(load)

  async function fetchCode(): Promise<void> {
    try {
      component = (await loadCode()).default
    } catch (reason) {
      loading = null
      throw reason
    }
  }

  return {
    preload: () => (loading ??= fetchCode()),
    loaded: () => component !== null,
    Screen: function Screen(props: P) {
      // Chosen once: another component in its place would start anew.
      const [Chosen] = useState<ComponentType<P> | null>(() => component)
      return Chosen && <Chosen {...props} />
    },
  }
}
