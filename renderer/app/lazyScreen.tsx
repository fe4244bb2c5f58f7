import { useState, type ComponentType } from 'react'
import { refetchStyles } from '../ui/styles.ts'

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
  let hasFailed = false

  async function fetchCode(): Promise<void> {
    try {
      if (hasFailed) await refetchStyles()
      component = (await load()).default
    } catch (reason) {
      loading = null
      hasFailed = true
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
