/** The reads of playlist health and of the link checker use one index each, and sort nothing, at any size (BZ6). */
import { beforeAll, expect, test, vi } from 'vitest'
import { addPost, startBead } from '../support/content.ts'
import { admin, ok, server, setUpPeople } from '../support/people.ts'
import { createProviders } from '../support/providers-by-status.ts'
import { testDatabaseKind } from '../support/server.ts'

setUpPeople({ fetcher: createProviders() })

/** The statements that these reads have prepared. */
const prepared = new Set<string>()

interface Connection {
  prepare(statement: string): unknown
}

beforeAll(async () => {
  if (testDatabaseKind !== 'sqlite') return
  const bead = (await startBead(admin.client)).id
  await addPost(admin.client, bead, { media: { href: 'https://vimeo.com/1234' } })
  const connection = (server.db.driver as unknown as { databaseConnection: Connection }).databaseConnection
  const prepare = vi.spyOn(connection, 'prepare')
  for (const path of [
    'admin/health/beads',
    'admin/health/beads?after=0.5~3~b0mgwu0k4b2y9z0c5d',
    `admin/health/beads/${bead}`,
    `admin/health/beads/${bead}/posts`,
    `admin/health/beads/${bead}/posts?after=p0mgwu0k4b2y9z0c5d`,
    `beads/${bead}/health`,
    'admin/health/checker',
    'admin/health/hosts',
    'admin/health/hosts?after=2026-01-01T00:00:00.000Z~example.org',
  ])
    await ok(admin.client.get(`/api/v0/${path}`))
  for (const [statement] of prepare.mock.calls) prepared.add(statement)
  prepare.mockRestore()
})

async function planOf(pattern: RegExp): Promise<string> {
  const [statement, ...others] = [...prepared].filter((text) => pattern.test(text))
  expect([statement, others], String(pattern)).toEqual([expect.any(String), []])
  const values = Array.from({ length: statement!.split('?').length - 1 }, () => 'x')
  const rows = await server.db.query<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${statement}`, values)
  return rows.map(({ detail }) => detail).join('\n')
}

test.runIf(testDatabaseKind === 'sqlite').each([
  ['playlists, worst first', /FROM "bead_health" h(?!.*<)/s, /^SEARCH h USING INDEX bead_health_worst \(provider=\?\)/],
  [
    'playlists, next page',
    /FROM "bead_health" h.*</s,
    /^SEARCH h USING INDEX bead_health_worst \(provider=\? AND \(deadShare,dead,beadId\)</,
  ],
  ['a playlist, by provider', /"checkedDate" FROM "bead_health" WHERE "beadId" = \?$/, /^SEARCH bead_health USING INDEX \S+ \(beadId=\?\)/],
  [
    'a playlist, in total',
    /SELECT "total", "dead" FROM "bead_health" WHERE "beadId"/,
    /^SEARCH bead_health USING INDEX \S+ \(beadId=\? AND provider=\?\)/,
  ],
  [
    'dead posts',
    /^SELECT "id" FROM "post" WHERE "beadId" = \? AND "isDead" = TRUE\s+ORDER/,
    /^SEARCH post USING COVERING INDEX post_bead_dead/,
  ],
  ['dead posts, next page', /^SELECT "id" FROM "post" .*"id" < \?/s, /^SEARCH post USING COVERING INDEX post_bead_dead .*id<\?/],
  ['due links', /COUNT\(\*\) AS "due"/, /SEARCH link_check USING COVERING INDEX link_check_due \(dueDate<\?\)/],
  ['earliest due date', /^SELECT "dueDate" FROM "link_check" ORDER/, /^SCAN link_check USING COVERING INDEX link_check_due/],
  ['failing hosts', /FROM "link_host"\s+WHERE "failureDate" IS NOT NULL/, /^SEARCH link_host USING INDEX link_host_failing/],
  [
    'failing hosts, next page',
    /FROM "link_host"\s+WHERE \("failureDate", "host"\)/,
    /^SEARCH link_host USING INDEX link_host_failing \(\(failureDate,host\)</,
  ],
] as const)('BZ6 %s: one index', async (_what, statement, plan) => {
  const found = await planOf(statement)
  expect(found).toMatch(plan)
  expect(found).not.toContain('TEMP B-TREE')
})
