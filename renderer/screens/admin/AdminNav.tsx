import { t } from '#texts/index.ts'
import { SortBar } from '#ui/SortBar.tsx'

export type AdminSection = 'review' | 'beads' | 'members' | 'health' | 'log' | 'system'

const sections: { id: AdminSection; title: string; href: string }[] = [
  { id: 'review', title: t.admin.sections.review, href: '/admin' },
  { id: 'beads', title: t.admin.sections.beads, href: '/admin/playlists' },
  { id: 'members', title: t.admin.sections.members, href: '/admin/members' },
  { id: 'health', title: t.admin.sections.health, href: '/admin/health' },
  { id: 'log', title: t.admin.sections.log, href: '/admin/log' },
  { id: 'system', title: t.admin.sections.system, href: '/admin/system' },
]

/** Links between the admin pages. */
export const AdminNav = ({ current }: { current: AdminSection }) => (
  <SortBar label={t.admin.sections.label} options={sections} current={current} />
)
