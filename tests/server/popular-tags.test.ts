/** R20, X4: popular tags, which discover, the tags to follow and searches without results show. */
import { expect, it } from 'vitest'
import { mostFrequentTags } from '../../server/features/posts/popularTags.ts'
import { addPost, startBead } from '../support/content.ts'
import { ada, setUpPeople, visitor } from '../support/people.ts'

setUpPeople()

const popular = async (query = '') => (await visitor.get<{ results: string[] }>(`/api/v0/tags/popular?${query}`)).body.results

it('R20 tags of trending posts, most frequent first, of the site or of a category, without drafts; cached for 5 minutes', async () => {
  const music = await startBead(ada.client, { title: 'Music', category: 'music' })
  const film = await startBead(ada.client, { title: 'Film', category: 'film' })
  const draft = await startBead(ada.client, { title: 'Draft', isDraft: true })
  await addPost(ada.client, music.id, { title: 'One', tags: ['Piano', 'Jazz'] })
  await addPost(ada.client, music.id, { title: 'Two', tags: ['jazz'] })
  await addPost(ada.client, film.id, { title: 'Three', tags: ['Noir', 'jazz'] })
  await addPost(ada.client, draft.id, { title: 'Four', tags: ['Secret'] })
  const all = await popular()
  expect(all[0]?.toLowerCase()).toBe('jazz')
  expect(all.toSorted()).toEqual([all[0], 'Noir', 'Piano'].toSorted())
  expect(await popular('category=film')).toHaveLength(2)
  expect(await popular('category=everything')).toEqual(all)
  expect(await popular('category=food')).toEqual([])
  expect((await visitor.get('/api/v0/tags/popular?category=nonsense')).status).toBe(400)
  await addPost(ada.client, film.id, { title: 'Five', tags: ['Western'] })
  expect(await popular('category=film')).toHaveLength(2)
})

it('X4 mostFrequentTags(): the tags of most lists first, each once regardless of case, at most as many as requested', () => {
  expect(mostFrequentTags([['Jazz', 'Piano'], [], ['Soul', 'piano']], 10)).toEqual(['Piano', 'Jazz', 'Soul'])
  expect(
    mostFrequentTags(
      Array.from({ length: 30 }, (_, n) => [`T${n}`]),
      10,
    ),
  ).toHaveLength(10)
  expect(mostFrequentTags([], 10)).toEqual([])
})
