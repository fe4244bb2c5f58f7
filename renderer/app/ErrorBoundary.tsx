import { Component, type ErrorInfo, type ReactNode } from 'react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/States.tsx'

interface BoundaryProps {
  /** Another value gives the children another chance: a new address, for example. */
  resetKey: string
  /** What to show in its place; by default, words and a way to reload. */
  fallback?: ReactNode
  children: ReactNode
}

interface BoundaryState {
  key: string
  failed: boolean
}

export const Crashed = () => (
  <EmptyState level={1} title={t.shell.crashedTitle} action={<Button onClick={() => location.reload()}>{t.shell.reload}</Button>}>
    {t.shell.crashedText}
  </EmptyState>
)

/** What breaks while rendering takes its own place down and nothing else; the page is never white. */
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
