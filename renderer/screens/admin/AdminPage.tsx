import type { ReactNode } from 'react'
import { useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { usePageTitle } from '#ui/page.ts'
import { DiscoverLink, EmptyState } from '#ui/States.tsx'
import { AdminNav, type AdminSection } from './AdminNav.tsx'
import styles from './AdminPage.module.css'

/**
 * The frame of the admin pages: members without the role and visitors see a notice. The server checks the role for each
 * request, too.
 */
export function AdminPage({ title, section, children }: { title: string; section: AdminSection; children: ReactNode }) {
  usePageTitle(title)
  const { me, loading } = useMe()
  if (loading) return null
  if (!me?.isAdmin)
    return (
      <EmptyState level={1} title={title} action={<DiscoverLink />}>
        {t.admin.adminsOnly}
      </EmptyState>
    )
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{title}</h1>
      <AdminNav current={section} />
      {children}
    </div>
  )
}
