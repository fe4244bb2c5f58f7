import type { ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './States.module.css'

interface StateProps {
  title: string
  children?: ReactNode
  icon?: ReactNode
  action?: ReactNode
  /** Heading level: 1 if it is the only content of the page. */
  level?: 1 | 2 | 3
}

function State({ title, children, icon, action, level = 2 }: StateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.state}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <Heading className={styles.title} tabIndex={level === 1 ? -1 : undefined}>
        {title}
      </Heading>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

/** An empty list, with a suggested action. */
export const EmptyState = State

/** The suggested action where there is nothing else to show. */
export const DiscoverLink = () => (
  <ButtonLink href="/discover" kind="primary">
    {t.common.discover}
  </ButtonLink>
)

/** An error, with a retry button. */
export const ErrorState = ({
  title = t.common.errorTitle,
  message = t.common.errorText,
  onRetry,
  level,
}: {
  title?: string
  message?: string
  onRetry?: () => void
  level?: 1 | 2 | 3
}) => (
  <div role="alert">
    <State
      title={title}
      level={level}
      icon={<Icon as={CircleAlert} size={28} />}
      action={onRetry && <Button onClick={onRetry}>{t.common.retry}</Button>}
    >
      {message}
    </State>
  </div>
)

/** The mark below the last item. */
export const EndOfList = ({ children = t.common.endOfList }: { children?: ReactNode }) => <p className={styles.end}>{children}</p>
