/** The lists of playlists by their share of playable posts, for admins (BZ6). */
import { expect, test } from 'vitest'
import type { BeadHealth } from '#contract/endpoints/health.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { updateLinkStates } from '../../server/features/repair/post-links.ts'
import { addPost, startBead } from '../support/content.ts'
import { ada, admin, ok, server, setUpPeople, visitor } from '../support/people.ts'
import { createProviders } from '../support/providers-by-status.ts'

setUpPeople({ fetcher: createProviders() })

type List = { results: BeadHealth[]; next: string | null }
const list = (query = ''): Promise<List> => ok(admin.client.get<List>(`/api/v0/admin/health/beads${query}`))
const video = (n: number): string => `https://www.youtube.com/watch?v=${String(n).padStart(11, 'v')}`

async function fill(dead: number, alive: number): Promise<string> {
  const bead = (await startBead(ada.client)).id
  for (let n = 0; n < dead + alive; n += 1) {
    const post = await addPost(ada.client, bead, { media: { href: video(n) } })
    if (n >= dead) continue
    await server.services.outbox.drain()
    await transaction(server.db, async (manager) => {
      const links = 'SELECT "linkId" FROM "post_link" WHERE "postId" = :post'
      await sql(manager, `UPDATE "link_check" SET "state" = 'dead' WHERE "id" IN (${links})`, { post: post.id })
      await updateLinkStates(manager, [post.id], server.services.media)
    })
  }
  return bead
}

test('BZ6 worst first, by share and then by number, in pages; by provider; the overview has the sums', async () => {
  const healthy = (await startBead(ada.client)).id
  await addPost(ada.client, healthy, { media: { href: 'https://vimeo.com/1234' } })
  const half = await fill(1, 1)
  const halfOfMore = await fill(2, 2)
  const gone = await fill(1, 0)
  const ids = ({ results }: List) => results.map(({ bead }) => bead.id)
  expect(ids(await list())).toEqual([gone, halfOfMore, half, healthy])
  const first = await list('?limit=2')
  expect(ids(first)).toEqual([gone, halfOfMore])
  expect(first.results[1]).toMatchObject({ total: 4, dead: 2, checkedDate: null })
  const second = await list(`?limit=2&after=${first.next}`)
  expect(ids(second)).toEqual([half, healthy])
  expect(second.next).toBeNull()
  expect(ids(await list('?provider=vimeo'))).toEqual([healthy])
  expect(ids(await list('?provider=soundcloud'))).toEqual([])
  expect(await ok(admin.client.get('/api/v0/admin/health'))).toEqual({
    total: 8,
    dead: 4,
    providers: [
      { provider: 'youtube', total: 7, dead: 4 },
      { provider: 'vimeo', total: 1, dead: 0 },
    ],
  })
})

test('BZ6 members and visitors are refused; a forged cursor is invalid', async () => {
  for (const path of ['/api/v0/admin/health', '/api/v0/admin/health/beads']) {
    expect((await ada.client.get(path)).status).toBe(403)
    expect((await visitor.get(path)).status).toBe(401)
  }
  expect((await admin.client.get(`/api/v0/admin/health/beads?after=${encodeURIComponent("0~1~b' OR 1=1")}`)).status).toBe(400)
})
