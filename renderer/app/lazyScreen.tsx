import { lazy, useState, type ComponentType } from 'react'

export interface LazyScreen<P extends object> {
  Screen: ComponentType<P>
  preload(): Promise<void>
  loaded(): boolean
}

/** A screen whose code comes when first needed, or before: a loaded one renders at once, without a fallback. */
export function lazyScreen<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LazyScreen<P> {
  let component: ComponentType<P> | null = null
  let loading: Promise<{ default: ComponentType<P> }> | null = null

  const fetchOnce = () =>
    (loading ??= load().then(
      (module) => {
        component = module.default
        return module
      },
      (reason: unknown) => {
        // The next attempt asks again.
        loading = null
        throw reason
      },
    ))
  const Fallback = lazy(fetchOnce)

  return {
    preload: () => fetchOnce().then(() => undefined),
    loaded: () => component !== null,
    Screen: function Screen(props: P) {
      // Chosen once: another component in its place would start anew.
      const [Chosen] = useState<ComponentType<P>>(() => component ?? (Fallback as unknown as ComponentType<P>))
      return <Chosen {...props} />
    },
  }
}
