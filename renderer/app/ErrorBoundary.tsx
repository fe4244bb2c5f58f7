import { Component, type ErrorInfo, type ReactNode } from 'react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/States.tsx'

interface BoundaryProps {
  /** A new value resets the boundary, for example a new address. */
  resetKey: string
  /** Shown after an error; by default a message with a reload button. */
  fallback?: ReactNode
  children: ReactNode
}

interface BoundaryState {
  key: string
  failed: boolean
}

/** The message in place of a screen that failed, with a reload button. */
export const Crashed = () => (
  <EmptyState level={1} title={t.shell.crashedTitle} action={<Button onClick={() => location.reload()}>{t.shell.reload}</Button>}>
    {t.shell.crashedText}
  </EmptyState>
)

/** Limits a rendering error to its own part of the page. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { key: this.props.resetKey, failed: false }

  static getDerivedStateFromProps = ({ resetKey }: BoundaryProps, { key }: BoundaryState): BoundaryState | null =>
    key === resetKey ? null : { key: resetKey, failed: false }

  static getDerivedStateFromError = (): Partial<BoundaryState> => ({ failed: true })

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    console.error(error, componentStack)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    if (this.props.fallback !== undefined) return this.props.fallback
    return <Crashed />
  }
}
