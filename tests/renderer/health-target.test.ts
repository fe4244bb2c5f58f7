import { expect, it } from 'vitest'
import { hrefOf, targetOf, type HealthTarget } from '../../renderer/screens/admin/health/healthTarget.ts'

it.each<[search: string, target: HealthTarget]>([
  ['', { view: 'beads', provider: null }],
  ['provider=youtube', { view: 'beads', provider: 'youtube' }],
  ['provider=other', { view: 'beads', provider: null }],
  ['view=checker', { view: 'checker' }],
  ['bead=b0mgwu0k4b2y9z0c5d', { view: 'desk', bead: 'b0mgwu0k4b2y9z0c5d' }],
  ['bead=', { view: 'beads', provider: null }],
  ['bead=%20&view=checker', { view: 'checker' }],
])('BZ6 /admin/health?%s', (search, target) => {
  expect(targetOf(search)).toEqual(target)
  expect(targetOf(new URL(hrefOf(target), 'http://x').search)).toEqual(target)
})
