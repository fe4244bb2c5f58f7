/** What the query string of `/admin/health` asks for. Pure. */
import { linkProviders, type LinkProvider } from '#contract/rules.ts'

export type HealthTarget =
  | { view: 'beads'; provider: LinkProvider | null }
  | { view: 'checker' }
  /** The repair desk of a playlist. */
  | { view: 'desk'; bead: string }

export function targetOf(search: string): HealthTarget {
  const params = new URLSearchParams(search)
  const bead = params.get('bead')?.trim()
  if (bead) return { view: 'desk', bead }
  if (params.get('view') === 'checker') return { view: 'checker' }
  return { view: 'beads', provider: linkProviders.find((provider) => provider === params.get('provider')) ?? null }
}

export function hrefOf(target: HealthTarget): string {
  if (target.view === 'desk') return `/admin/health?bead=${encodeURIComponent(target.bead)}`
  if (target.view === 'checker') return '/admin/health?view=checker'
  return target.provider === null ? '/admin/health' : `/admin/health?provider=${target.provider}`
}
