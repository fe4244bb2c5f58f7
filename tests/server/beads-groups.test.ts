/** V1: playlists in groups, as discover shows them. */
import { expect, it } from 'vitest'
import { limits, type BeadGroup } from '#contract/index.ts'
import { startBead, updateBead } from '../support/content.ts'
import { ada, server, setUpPeople, visitor } from '../support/people.ts'

setUpPeople()

const groups = async (query = '', client = visitor) =>
  (await client.get<{ results: BeadGroup[] }>(`/api/v0/beads/groups?${query}`)).body.results
const titles = ({ beads }: BeadGroup) => beads.map(({ title }) => title)
const heated = async (title: string, heat: number, more: object = {}) => {
  const bead = await startBead(ada.client, { title, ...more })
  await updateBead(server.db, bead.id, { heat })
  return bead
}

it('V1 groups: non-empty categories in their order, each with its four hottest playlists and their number', async () => {
  expect(await groups()).toEqual([])
  for (const heat of [3, 1, 5, 2, 4]) await heated(`Film ${heat}`, heat, { category: 'film' })
  await heated('Only one', 1, { category: 'music' })
  await heated('Nobody sees it', 9, { category: 'music', isDraft: true })
  await updateBead(server.db, (await heated('A feed', 9, { category: 'film' })).id, { isFeed: true })
  const found = await groups()
  expect(found.map(({ id, name, href }) => [id, name, href])).toEqual([
    ['music', 'Music', '/music'],
    ['film', 'Film & TV', '/film'],
  ])
  const [music, film] = found
  expect([titles(music!), titles(film!)]).toEqual([['Only one'], ['Film 5', 'Film 4', 'Film 3', 'Film 2']])
  // The count of film may include the feed, because `isFeed` was set directly in the database.
  expect(music!.count).toBe(1)
  expect(film!.count).toBeGreaterThanOrEqual(5)
  expect((await groups('category=everything')).map(({ id }) => id)).toEqual(['music', 'film'])
  expect((await groups('limit=1')).map(({ id }) => id)).toEqual(['music'])
})

it('V1 groups of a category: the tags that most of its hottest playlists have, in their spelling', async () => {
  const sports = { category: 'sports' }
  await heated('Both', 9, { ...sports, tags: ['Cup Final', 'Chess'] })
  await heated('Chess one', 8, { ...sports, tags: ['chess'] })
  await heated('Chess two', 7, { ...sports, tags: ['Chess'] })
  await heated('Final one', 6, { ...sports, tags: ['CupFinal', 'alone'] })
  await heated('Elsewhere', 9, { category: 'food', tags: ['Chess'] })
  const found = await groups('category=sports')
  expect(found.map((group) => [group.id, group.href, group.count, titles(group)])).toEqual([
    ['chess', `/tag/${found[0]!.name}`, 3, ['Both', 'Chess one', 'Chess two']],
    ['cupfinal', `/tag/${found[1]!.name}`, 2, ['Both', 'Final one']],
  ])
  expect(found.map(({ name }) => name)).toEqual(['Chess', 'CupFinal'])
  expect(await groups('category=learning')).toEqual([])
})

it('V1 a tag whose playlists are already shown is omitted; at most six groups', async () => {
  const pairs = Array.from({ length: limits.groups.tags + 2 }, (_, n) => `pair${n}`)
  for (const tag of pairs) for (const n of [1, 2]) await heated(`${tag} ${n}`, n, { category: 'books', tags: [tag, `${tag}again`] })
  const found = await groups('category=books')
  expect(found).toHaveLength(limits.groups.tags)
  const shown = found.map((group) => titles(group).join())
  expect(new Set(shown).size).toBe(shown.length)
})

it('V1 created, hidden and deleted playlists show at once, with the viewer’s own permissions', async () => {
  expect((await groups('category=ideas')).length).toBe(0)
  const [first, second] = [
    await heated('Idea one', 1, { category: 'ideas', tags: ['idea'] }),
    await heated('Idea two', 2, { category: 'ideas', tags: ['idea'] }),
  ]
  const [group] = await groups('category=ideas')
  expect(titles(group!)).toEqual(['Idea two', 'Idea one'])
  expect(group!.beads.every(({ can }) => !can.edit)).toBe(true)
  expect((await groups('category=ideas', ada.client))[0]!.beads.every(({ can }) => can.edit)).toBe(true)
  // Like a change by another process: cached groups are checked against the database when they are returned.
  await updateBead(server.db, second.id, { isDraft: true })
  for (const client of [visitor, ada.client]) expect(titles((await groups('category=ideas', client))[0]!)).toEqual(['Idea one'])
  expect((await ada.client.delete(`/api/v0/beads/${first.id}`)).status).toBe(200)
  expect(await groups('category=ideas')).toEqual([])
})

it('BY14 V1 playlists of blocked members are excluded and do not take others’ places', async () => {
  const { client: ben } = await server.signUp('Ben Stone')
  for (const heat of [21, 22, 23, 24, 25]) await heated(`Art ${heat}`, heat, { category: 'art' })
  const own = await startBead(ben, { title: 'By Ben', category: 'art' })
  await updateBead(server.db, own.id, { heat: 1 })
  expect(titles((await groups('limit=11', ben)).find(({ id }) => id === 'art')!)).not.toContain(own.title)
  expect((await ben.post(`/api/v0/members/${ada.uid}/block`)).status).toBe(200)
  const found = await groups('', ben)
  expect(found.map((group) => [group.id, titles(group)])).toEqual([['art', ['By Ben']]])
  expect((await groups()).length).toBeGreaterThan(1)
})

it('V1 an unknown category → 400', async () => {
  expect((await visitor.get('/api/v0/beads/groups?category=nonsense')).status).toBe(400)
  expect((await visitor.get('/api/v0/beads/groups?limit=0')).status).toBe(400)
})
