/** Suggestions of the feed: their reasons, and dismissing them (N1, N2, BZ9). */
import type { FeedItem } from '#contract/schemas/feed.ts'
import { showcase } from './api.ts'
import { runClockUntilVisible } from './clock.ts'
import { expect, test } from './fixtures.ts'
import { articleOf, changeFeed, signInDemo, world } from './feed.ts'
import { stopClock } from './search-box.ts'

/** An item removed from the store leaves the page with the next frame (ms). */
const frame = 17

test('N1 N2 BZ9 the reasons of a suggestion in the sidebar can be opened, unfollowed and down-ranked', async ({ page, newVisitor }) => {
  const { annUid, tag, bead } = await world(page, newVisitor)
  const viewer = page.context().request
  const whole = await (await viewer.get(`/api/v0/beads/${bead}`)).json()
  const ann = { uid: annUid, name: 'Ann Other', verified: false, image: null }
  await page.route('**/api/v0/me/onboarding/suggestions*', (route) =>
    route.fulfill({
      json: {
        results: [
          { type: 'bead', id: bead, bead: whole, reasonTags: [tag, 'Two', 'Three'], followers: [] },
          { type: 'tag', id: 'kept', tag: 'Kept', reasonTags: [], followers: [ann, { ...ann, uid: 'bo.third', name: 'Bo Third' }] },
          { type: 'tag', id: 'liked', tag: 'Liked', reasonTags: [], followers: [] },
        ],
      },
    }),
  )
  await page.goto('/activity')
  const beside = page.getByRole('region', { name: 'You might like' })
  const one = (name: string) => beside.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  const tagged = one('Ann goes at night')
  await expect(tagged.getByRole('button', { name: /^(because|and) / })).toHaveText([`because you follow #${tag}`, 'and #Two', 'and #Three'])
  await expect(one('#Kept').getByRole('button', { name: /^(Followed by|and) / })).toHaveText(['Followed by Ann Other', 'and Bo Third'])
  await expect(one('#Liked')).toContainText('Popular right now')

  await tagged.getByRole('button', { name: `because you follow #${tag}` }).press('Enter')
  await page.getByRole('menuitem', { name: `Unfollow #${tag}` }).press('Enter')
  await expect(tagged).toHaveCount(0)
  await expect(page.getByText(`You no longer follow #${tag}.`)).toBeVisible()
  await expect(one('#Kept').getByRole('heading'), 'the focus goes on with the next').toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(beside.getByRole('listitem').first().getByRole('heading')).toHaveText('Ann goes at night')
  await expect
    .poll(async () => ((await (await viewer.get(`/api/v0/tags/${tag}/followers`)).json()) as { counts: { total: number } }).counts.total)
    .toBe(1)

  const requestPromise = page.waitForRequest((request) => request.url().endsWith('/me/feed/fewer') && request.method() === 'POST')
  await one('#Kept').getByRole('button', { name: 'Followed by Ann Other' }).click()
  await page.getByRole('menuitem', { name: 'Fewer like this' }).click()
  expect((await requestPromise).postDataJSON()).toEqual({ type: 'member', id: annUid })
  await expect(one('#Kept')).toHaveCount(0)
})

test('N1 BZ9 member, playlist and tag suggestions name at most 3 tags and 2 followers, or their popularity, as links', async ({
  page,
  request,
}) => {
  await signInDemo(page)
  const bead = await showcase(request)
  const person = (name: string) => ({ uid: name.toLowerCase(), name, verified: false, image: null })
  const suggestion = (suggestionType: 'member' | 'bead' | 'tag', followId: string, more: Partial<FeedItem>): FeedItem => ({
    id: `s.${followId}`,
    type: 'suggestion',
    timestamp: new Date().toISOString(),
    state: { timestamp: new Date().toISOString() },
    reason: 'suggestion',
    because: [{ type: 'recommended', id: '', name: '' }],
    collectors: [],
    comments: [],
    suggestionType,
    followId,
    ...more,
  })
  await changeFeed(page, (answer) => {
    answer.results = [
      suggestion('bead', bead.id, { bead, reasonTags: ['One', 'Two', 'Three', 'Four'], followers: [] }),
      suggestion('member', bead.creator.uid, { member: bead.creator, reasonTags: [], followers: ['Ann', 'Bo', 'Cy'].map(person) }),
      suggestion('tag', 'quietharp', { tag: 'QuietHarp', reasonTags: [], followers: [] }),
      ...answer.results.filter(({ type }) => type !== 'suggestion').slice(0, 2),
    ]
  })
  const suggested = articleOf(page, 'Suggested for you')
  await expect(suggested).toHaveCount(3)
  await expect(suggested.nth(0).getByRole('button', { name: /^(because|and) / })).toHaveText([
    'because you follow #One',
    'and #Two',
    'and #Three',
  ])
  await expect(suggested.nth(1).getByRole('button', { name: /^(Followed by|and) / })).toHaveText(['Followed by Ann', 'and Bo'])
  await expect(
    suggested
      .nth(0)
      .getByRole('button', { name: `Follow ${bead.title}` })
      .or(suggested.nth(0).getByRole('button', { name: `Following ${bead.title}` })),
  ).toBeVisible()
  const popular = suggested.nth(2).getByRole('button', { name: 'Popular right now' })
  await popular.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Go to Trending' })).toHaveAttribute('href', '/trending')
  await page.route('**/api/v0/me/onboarding/suggestion/**', (route) => route.fulfill({ json: { dismissed: true } }))
  const requestPromise = page.waitForRequest(
    (sent) => sent.method() === 'DELETE' && sent.url().endsWith('/me/onboarding/suggestion/tag/quietharp'),
  )
  await page.getByRole('menuitem', { name: "Don't suggest this" }).press('Enter')
  await requestPromise
  await expect(suggested).toHaveCount(2)

  await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Trending' }).click()
  const trending = articleOf(page, 'Trending in ').first()
  const why = trending.getByRole('link', { name: /^(Music|Film|Comedy|Sports|Food|Fashion|Art|Books|Ideas|Learning|Other)/ }).first()
  const category = await why.textContent()
  await why.click()
  await expect(page).toHaveURL(/\/trending\?category=\w+$/)
  await expect(page.getByRole('main').getByRole('button', { name: `Category: ${category}` })).toBeVisible()
  for (const item of await articleOf(page, 'Trending in ').all()) await expect(item).toContainText(`Trending in ${category}`)
})

test('N2 a dismissed suggestion slides out, is removed after 600 ms, and returns if the server refuses', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signInDemo(page)
  await page.clock.install()
  let refuse = true
  await page.route('**/api/v0/me/onboarding/suggestion/**', (route) =>
    refuse ? route.fulfill({ status: 500, json: { message: 'Not now', code: 'internal', requestId: '' } }) : route.continue(),
  )
  await page.goto('/activity')
  const suggestion = articleOf(page, 'Suggested for you')
  await expect(suggestion).toBeVisible()
  await stopClock(page)
  await suggestion.getByRole('button', { name: /^Don't suggest/ }).click()
  await runClockUntilVisible(page, page.getByRole('alert').getByText('Not now'))
  await expect(page.locator('li[inert]')).toHaveCount(0)
  refuse = false
  await suggestion.getByRole('button', { name: /^Don't suggest/ }).press('Enter')
  await expect(page.locator('li[inert]')).toHaveCount(1)
  await page.clock.runFor(599)
  await expect(page.locator('li[inert]')).toHaveCount(1)
  await page.clock.runFor(1 + frame)
  await expect(page.locator('main').getByText('Suggested for you')).toHaveCount(0)
  await expect(page.getByRole('article').getByRole('heading', { level: 3 }).nth(4), 'the focus goes on with the next').toBeFocused()

  await test.step('a dismissed suggestion in the sidebar slides out too', async () => {
    const beside = page.getByRole('region', { name: 'You might like' }).getByRole('listitem')
    const count = await beside.count()
    const name = await beside.nth(0).getByRole('heading').textContent()
    const requestPromise = page.waitForRequest((sent) => sent.method() === 'DELETE' && sent.url().includes('/me/onboarding/suggestion/'))
    await beside
      .nth(0)
      .getByRole('button', { name: `Don't suggest ${name}` })
      .press('Enter')
    await requestPromise
    await page.clock.runFor(599)
    await expect(beside).toHaveCount(count)
    await page.clock.runFor(1 + frame)
    await expect(beside).toHaveCount(count - 1)
    await expect(beside.nth(0).getByRole('heading')).toBeFocused()
  })
})
