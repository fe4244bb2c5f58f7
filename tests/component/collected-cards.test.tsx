/** The focus in the member's own collected posts, while they are removed (Y1). That they are removed is tested in tests/e2e. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectCount, mount, pressOn } from './mount.tsx'
import { pageOf, sampleBead, sampleMe, samplePost } from './samples.ts'
import type { Answers } from './server.ts'

const main = page.getByRole('main')
const cards = main.getByRole('article')
const collect = (title: string) => main.getByRole('button', { name: `Collect ${title}` })

const bead = sampleBead('Slow mornings', { postCount: 3 })
const posts = ['First', 'Second', 'Third'].map((title, n) => samplePost(title, bead, n + 1, { collectCount: 1 }))
const me = sampleMe({ collectedPostCount: 3 })

const answers: Answers = {
  'GET /api/v0/beads/:id': bead,
  'GET /api/v0/posts': pageOf(...posts),
  'GET /api/v0/members/:uid': me,
  'GET /api/v1/collection/filters': { tags: [], beads: [], members: [], counts: { total: 3 } },
  'GET /api/v0/members/:uid/relations': {
    data: posts.map(({ id, creationDate }) => ({
      type: 1,
      entity: id,
      collected: true,
      superfollow: false,
      reactions: { like: false },
      creationDate,
    })),
    next: null,
  },
  'GET /api/v2/members/:uid/activity': pageOf(),
  'POST /api/v0/posts/:id/uncollect': { collected: false, count: 0 },
}

test.for([
  ['the collection', '/collection'],
  ['a playlist that is filtered by the own collection', `${bead.href}?collectedby=self`],
  ['the own profile', '/p/ada'],
])('BY17 Y1 %s: a card that is removed passes its focus to the next one, the last one, and then to the heading', async ([, path]) => {
  await mount(path!, { me, answers })
  await expectCount(cards, 3)
  const uncollect = async (title: string) => {
    await expect.element(collect(title)).toHaveAttribute('aria-pressed', 'true')
    await pressOn(collect(title), 'Enter')
    await expectCount(collect(title), 0)
  }
  await uncollect('Second')
  await expect.element(main.getByRole('link', { name: 'Third' })).toHaveFocus()
  await uncollect('Third')
  await expect.element(main.getByRole('link', { name: 'First' })).toHaveFocus()
  await uncollect('First')
  await expect.element(main.getByRole('heading', { level: 1 })).toHaveFocus()
})
