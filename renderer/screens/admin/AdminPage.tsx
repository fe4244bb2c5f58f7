import type { ReactNode } from 'react'
import { useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { usePageTitle } from '#ui/page.ts'
import { EmptyState } from '#ui/States.tsx'
import styles from './AdminPage.module.css'

/** Wrapper for admin pages: others see a notice. The server checks the permission again for each action. */
export function AdminPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  const { me, loading } = useMe()
  if (loading) return null
  if (!me?.isAdmin)
    return (
      <EmptyState
        level={1}
        title={title}
        action={
          <ButtonLink href="/discover" kind="primary">
            {t.admin.discover}
          </ButtonLink>
        }
      >
        {t.admin.adminsOnly}
      </EmptyState>
    )
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </div>
  )
}
