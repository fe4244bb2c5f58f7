import type { ReactNode } from 'react'
import { useMe } from '#data/index.ts'
import { useFormOwner } from '#data/useFormOwner.ts'
import { t } from '#texts/index.ts'
import { usePageTitle } from '#ui/page.ts'
import { DiscoverLink, EmptyState } from '#ui/States.tsx'
import { AdminNav, type AdminSection } from './AdminNav.tsx'
import styles from './AdminPage.module.css'

/**
 * The frame of the admin pages: members without the role and visitors see a notice. The server checks the role for each
 * request, too. The page of an admin whose session has expired stays mounted, with its input, until another member logs in.
 */
export function AdminPage({ title, section, children }: { title: string; section: AdminSection; children: ReactNode }) {
  usePageTitle(title)
  const { me, loading } = useMe()
  const { member, isSignedOut } = useFormOwner(loading ? undefined : me)
  if (loading) return null
  const admin = member?.isAdmin ? member : null
  return (
    <>
      {(isSignedOut || !admin) && (
        <EmptyState level={1} title={title} action={<DiscoverLink />}>
          {t.admin.adminsOnly}
        </EmptyState>
      )}
      {admin && (
        <div key={admin.uid} hidden={isSignedOut}>
          <div className={styles.page}>
            <h1 tabIndex={-1}>{title}</h1>
            <AdminNav current={section} />
            {children}
          </div>
        </div>
      )}
    </>
  )
}
