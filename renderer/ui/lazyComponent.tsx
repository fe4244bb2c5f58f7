import {
  Component,
  lazy,
  Suspense,
  useState,
  type ComponentType,
  type ErrorInfo,
  type FunctionComponent,
  type JSX,
  type ReactNode,
} from 'react'
import { t } from '#texts/index.ts'
import { codeLoader } from './code.ts'
import { useIsHydrated } from './hydration.ts'
import { showToast } from './toast.ts'

export interface LazyProps {
  /** Shown while the code loads, and if it fails to load; default: nothing. */
  fallback?: ReactNode
  /** A new value retries a failed load, for example when a window is opened again. */
  again?: unknown
  onFailed?: (() => void) | undefined
}

export type LazyComponent<P extends object> = FunctionComponent<P & LazyProps> & {
  /** Loads the code in advance. */
  preload(): void
}

/** For a component without properties, TypeScript infers `unknown`. */
type PropsOf<T> = T extends ComponentType<infer P> ? (unknown extends P ? object : P & object) : never

/**
 * A component whose code is loaded when it is first rendered. If loading fails, such as offline or after a new build was deployed, the
 * fallback stays and the rest of the page works; the next render retries. The server renders the fallback.
 */
export function lazyComponent<T>(load: () => Promise<{ default: T }>): LazyComponent<PropsOf<T>> {
  type P = PropsOf<T>
  let part: ComponentType<P> | null = null
  const fetchPart = codeLoader(load as () => Promise<{ default: ComponentType<P> }>)
  // React caches a failed lazy component, so a retry needs a new one.
  const present = () =>
    (part ??= lazy(() =>
      fetchPart().catch((reason: unknown) => {
        part = null
        throw reason
      }),
    ) as unknown as ComponentType<P>)

  function LazyComponent(props: P & LazyProps) {
    return useIsHydrated() ? <Loaded {...props} /> : props.fallback
  }

  function Loaded({ fallback = null, again, onFailed, ...rest }: P & LazyProps) {
    const [held, setHeld] = useState(() => ({ again, Part: present() }))
    if (held.again !== again) setHeld({ again, Part: present() })
    const { Part } = held
    return (
      <PartBoundary again={held.again} fallback={fallback} onFailed={onFailed}>
        <Suspense fallback={fallback}>
          <Part {...(rest as unknown as P & JSX.IntrinsicAttributes)} />
        </Suspense>
      </PartBoundary>
    )
  }
  return Object.assign(LazyComponent, { preload: () => void fetchPart().catch(() => undefined) })
}

interface WindowProps {
  open: boolean
}

/** A window that fails to load is closed with an error message, so that the next press opens it again. */
export const asWindow = ({ open }: WindowProps, close: () => void): LazyProps => ({
  again: open,
  onFailed: () => {
    // While closed, retries silently.
    if (!open) return
    close()
    showToast({ text: t.common.serverError, kind: 'error', now: true })
  },
})

interface BoundaryProps extends LazyProps {
  children: ReactNode
}

class PartBoundary extends Component<BoundaryProps, { again: unknown; failed: boolean }> {
  override state = { again: this.props.again, failed: false }

  static getDerivedStateFromProps = ({ again }: BoundaryProps, before: { again: unknown }) =>
    again === before.again ? null : { again, failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error(error, componentStack)
    this.props.onFailed?.()
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
