import { useSearch } from 'wouter'
import { t } from '#texts/index.ts'
import { SortBar } from '#ui/SortBar.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { Checker } from './Checker.tsx'
import { HealthBeads } from './HealthBeads.tsx'
import { hrefOf, targetOf } from './healthTarget.ts'
import { ProviderFilter } from './ProviderFilter.tsx'
import { RepairDesk } from './RepairDesk.tsx'

/** `/admin/health`: the share of playable posts by provider and playlist, the repair desk of a playlist, and the link checker (BZ6). */
export default function HealthScreen() {
  const target = targetOf(useSearch())
  const views = [
    { id: 'beads', title: t.adminHealth.views.beads, href: hrefOf({ view: 'beads', provider: null }) },
    { id: 'checker', title: t.adminHealth.views.checker, href: hrefOf({ view: 'checker' }) },
  ]
  return (
    <AdminPage title={t.adminHealth.title} section="health">
      <SortBar label={t.adminHealth.views.label} options={views} current={target.view} />
      {target.view === 'checker' && <Checker />}
      {target.view === 'desk' && <RepairDesk key={target.bead} beadId={target.bead} />}
      {target.view === 'beads' && (
        <>
          <ProviderFilter current={target.provider} />
          <HealthBeads provider={target.provider} />
        </>
      )}
    </AdminPage>
  )
}
