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
import { showToast } from './toast.ts'

export interface LazyProps {
  /** In its place while its code is on its way, and where that cannot be had; nothing by default. */
  fallback?: ReactNode
  /** Another value gives a part that could not be had another chance, as opening a window again is. */
  again?: unknown
  onFailed?: (() => void) | undefined
}

export type LazyComponent<P extends object> = FunctionComponent<P & LazyProps> & {
  /** Fetches the code before it is needed. */
  preload(): void
}

/** Of a component that takes none it is known of none. */
type PropsOf<T> = T extends ComponentType<infer P> ? (unknown extends P ? object : P & object) : never

/**
 * A part whose code comes when it is first shown. One that cannot be had, as without a network or after another build was put
 * in place, leaves its fallback and takes nothing else of the page down; the next time it is shown it is asked for again.
 */
export function lazyComponent<T>(load: () => Promise<{ default: T }>): LazyComponent<PropsOf<T>> {
  type P = PropsOf<T>
  let part: ComponentType<P> | null = null
  const fetchPart = codeLoader(load as () => Promise<{ default: ComponentType<P> }>)
  // React keeps a failure for good, so what comes after one is another component.
  const present = () =>
    (part ??= lazy(() =>
      fetchPart().catch((reason: unknown) => {
        part = null
        throw reason
      }),
    ) as unknown as ComponentType<P>)

  function LazyComponent({ fallback = null, again, onFailed, ...rest }: P & LazyProps) {
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

/** A window that could not be opened is closed, so that the next press opens it, and the person is told. */
export const asWindow = ({ open }: WindowProps, close: () => void): LazyProps => ({
  again: open,
  onFailed: () => {
    // Closed, it is asked for once more, which nobody waits for.
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
