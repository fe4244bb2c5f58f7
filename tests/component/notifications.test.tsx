/** The bell, its dropdown and the panel (O1, O3). What causes notifications is tested in tests/server, polling in tests/e2e. */
import { expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import type { Answer } from '#contract/endpoints.ts'
import { verbs, type Verb } from '#contract/notifications.ts'
import type { Answers } from './server.ts'
import { expectAccessible } from './axe.ts'
import { expectCount, mount, pressOn, setViewport } from './mount.tsx'
import { sampleMe } from './samples.ts'
import { Refusal } from './server.ts'

const bell = page.getByRole('navigation').getByRole('button', { name: /^Notifications/ })
const opened = page.getByRole('dialog', { name: 'Notifications' })
const rows = opened.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
const me = sampleMe()

/** The sentence of each verb, in the order of the answer. */
const sentences: [Verb, string][] = [
  ['collect', 'Person 0 collected your post Thing 0'],
  ['comment', 'Person 1 commented on your post Thing 1'],
  ['follow', 'Person 2 started following you'],
  ['invite', 'Person 3 invited you to the playlist Thing 3'],
  ['mention', 'Person 4 mentioned you in Thing 4'],
  ['newpost', 'Person 5 added Thing 5'],
  ['publish', 'Your playlist Thing 6 is published'],
  ['reaction_like', 'Person 7 liked your comment on Thing 7'],
  ['repost', 'Person 8 reposted your post Thing 8'],
  ['sharebead', 'Person 9 shared the playlist Thing 9 with you'],
  ['sharepost', 'Person 10 shared Thing 10 with you'],
  ['upvote', 'Person 11 upvoted your post Thing 11'],
  ['moderation', 'An admin changed something in your account or posts. See what, and why.'],
  ['return', 'Your playlist Thing 13 needs changes before it is published'],
]

/** 120 groups with all verbs, of which 48 are new. */
function pageFrom(from: number, limit: number): Answer<'GET /api/v1/me/notifications'> {
  const items: Answer<'GET /api/v1/me/notifications'>['items'] = {}
  const count = Math.min(limit, 120 - from)
  const groups = Array.from({ length: count }, (_, n) => {
    const at = from + n
    const [verb] = sentences[at % sentences.length]!
    const [kind, id] = verb === 'follow' ? (['member', `m${at}`] as const) : (['post', `p${at}`] as const)
    const actor = `member:a${at}`
    items[actor] = { kind: 'member', id: `a${at}`, title: `Person ${at}`, href: `/p/a${at}`, image: null }
    items[`${kind}:${id}`] = { kind, id, title: `Thing ${at}`, href: '/discover', image: null }
    return { verb, topic: `${kind}:${id}`, id, actor, uid: `a${at}`, time: new Date(Date.now() - at * 3_600_000).toISOString() }
  })
  return {
    results: groups.map(({ verb, id, uid, actor, time }) => ({
      subjects: [{ uid, name: actor }],
      count: 1,
      verb,
      topic: id,
      topicHref: '/discover',
      topicTitle: 'x',
      date: time,
      isOwner: true,
    })),
    activities: groups.map(({ verb, topic, actor, time }) => ({
      verb,
      topic,
      actor,
      target: null,
      time,
      count: 1,
      activities: [{ actor, time }],
      isPushEnabled: true,
    })),
    items,
    lastChecked: null,
    next: from + count < 120 ? from + count : null,
    counts: { total: 120 },
  }
}

const many: Answers = {
  'GET /api/v1/me/notifications/status': { count: 48, latest: null },
  'GET /api/v1/me/notifications': ({ query: { from, limit } }) => pageFrom(Number(from), limit),
  'POST /api/v0/me/notifications/lastchecked': ({ body }) => ({ lastChecked: new Date(body.timestamp).toISOString() }),
  'GET /api/v0/me/push': { publicKey: '', results: [] },
}

test('O1 O3 a member without notifications → an empty state; a visitor → no bell and no request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const { server } = await mount('/about')
  await vi.advanceTimersByTimeAsync(30_000)
  await expectCount(bell, 0)
  expect(server.requests.filter(({ key }) => key.includes('notifications'))).toEqual([])
  vi.useRealTimers()

  await mount('/about', { me })
  await bell.click()
  await expect.element(opened.getByText('You have no notifications, yet!')).toBeVisible()
})

test('O1 O3 10 notifications at first, 50 on opening, more on scrolling the panel, by keyboard alone', async () => {
  const { server } = await mount('/about', { me, answers: many })
  const requests = () => server.inputsOf('GET /api/v1/me/notifications').map(({ query: { from, limit } }) => `${from ?? 0}+${limit}`)
  await expect.poll(requests).toEqual(['0+10'])
  // All of the first ten are new, so the number comes from the status.
  await expect.element(bell).toHaveAccessibleName('Notifications, 48 new')

  await pressOn(bell, 'Enter')
  await expectCount(rows, 50)
  expect(requests()).toEqual(['0+10', '0+50'])
  await commands.press('Tab')
  await expect.element(page.getByRole('button', { name: 'See all' })).toHaveFocus()
  await commands.press('Enter')
  await expect.element(opened.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect.element(opened.getByRole('button', { name: 'Close' })).toHaveFocus()
  for (const count of [100, 120]) {
    rows.last().element().scrollIntoView()
    await expectCount(rows, count)
  }
  await expect.element(opened.getByText("That's everything.")).toBeVisible()
  await commands.press('Escape')
  await expect.element(opened).not.toBeInTheDocument()
  await expect.element(bell).toHaveFocus()
})

test('O1 each of the fourteen verbs has its sentence', async () => {
  expect(sentences.map(([verb]) => verb).sort()).toEqual([...verbs].sort())
  await mount('/about', { me, answers: many })
  await bell.click()
  await expectCount(rows, 50)
  // The element contains the whole sentence, without the time after it.
  for (const [n, [, words]] of sentences.entries())
    await expect.element(rows.nth(n).getByRole('link').getByText(words, { exact: true }).last()).toBeVisible()
})

test('O1 the list fails to load → an error with a retry', async () => {
  const broken = new Refusal({ code: 'internal', message: 'Broken' })
  const { server } = await mount('/about', { me, answers: { 'GET /api/v1/me/notifications': broken } })
  await bell.click()
  await expect.element(opened.getByRole('alert')).toHaveTextContent("Your notifications couldn't be loaded.")
  server.answers['GET /api/v1/me/notifications'] = pageFrom(120, 10)
  await opened.getByRole('button', { name: 'Try again' }).click()
  await expect.element(opened.getByText('You have no notifications, yet!')).toBeVisible()
})

test('BY17 BY21 axe finds no violation in the dropdown and the panel, light and dark; a narrow window opens the panel directly', async () => {
  await mount('/about', { me, answers: many })
  await expect.element(bell).toHaveAccessibleName(/new/)
  await bell.click()
  await expectCount(rows, 50)
  await expectAccessible('dropdown', { within: '[role="dialog"]' })
  await page.getByRole('button', { name: 'See all' }).click()
  await expect.element(opened.getByRole('button', { name: 'Close' })).toBeVisible()
  await expectAccessible('panel', { within: '[role="dialog"]' })
  await commands.press('Escape')
  await setViewport(390, 844)
  await bell.click()
  await expect.element(opened.getByRole('button', { name: 'Close' })).toBeVisible()
  await expect.element(rows.first()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
