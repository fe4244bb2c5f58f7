/** Lists are updated after changes on the page without a request (N5), and the promotion in long lists (N7). */
import { addPost, asyncHeader, signUp, startPlaylist } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { addLinkOnPage } from './members.ts'

const main = (page: Page) => page.getByRole('main')
const cards = (page: Page) => main(page).getByRole('list', { name: 'Posts' }).getByRole('article')

/** Records the queries of requests for lists of posts. */
function lists(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (sent) => void (/\/api\/v0\/posts\?/.test(sent.url()) && requests.push(new URL(sent.url()).search)))
  return requests
}

test('N5 an added item appears in the list and a deleted one disappears, without a refetch or a gap', async ({ page }) => {
  test.setTimeout(120_000)
  const api = page.context().request
  await signUp(api, 'Lina Lists')
  const bead = await startPlaylist(api, 'A list that lives')
  for (let n = 1; n <= 20; n += 1) await addPost(api, bead.id, '/clips/night-bus-home.mp3', `Number ${n}`)
  await page.goto(`/${bead.id}?sort=recent`)
  await expect(cards(page).first()).toContainText('Number 20')
  const requests = lists(page)
  await addLinkOnPage(page, `${new URL(page.url()).origin}/clips/rule-110.mp4`, 'The newest')
  await page.goBack()
  await expect(cards(page).first()).toContainText('The newest')
  const first = () => requests.filter((query) => !query.includes('from=1') && query.includes('sort=recent'))
  expect(first()).toEqual([])

  await cards(page)
    .first()
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete post' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(cards(page).first()).toContainText('Number 20')
  await expect(async () => {
    await page.mouse.wheel(0, 20_000)
    await expect(cards(page)).toHaveCount(20, { timeout: 500 })
  }).toPass()
  expect(await cards(page).getByRole('heading').allTextContents()).toEqual(Array.from({ length: 20 }, (_, n) => `Number ${20 - n}`))
  expect(first()).toEqual([])
})

test('N7 a visitor of a long playlist sees one promotion, after the fourth post; a member and a short playlist see none', async ({
  page,
  newVisitor,
}) => {
  const writer = await newVisitor()
  await signUp(writer.request, 'Lotta Long')
  const long = await startPlaylist(writer.request, 'Eleven of them')
  for (let n = 1; n <= 10; n += 1) await addPost(writer.request, long.id, '/clips/night-bus-home.mp3', `Long ${n}`)
  const promotion = (of: Page) => main(of).getByRole('complementary', { name: 'Keep what you find' })
  const last = await addPost(writer.request, long.id, '/clips/night-bus-home.mp3', 'Long 11')

  await page.goto(`/${long.id}?sort=recent`)
  await expect(cards(page)).toHaveCount(11)
  // Eleven posts, the promotion, and the related playlists after the eighth post (B5).
  const items = main(page).getByRole('list', { name: 'Posts' }).locator('> li')
  await expect(items).toHaveCount(13)
  await expect(items.nth(4).getByText('Keep what you find')).toBeVisible()
  await items.nth(4).getByRole('button', { name: 'Join Strand' }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Join Strand' })).toBeVisible()

  const member = await writer.newPage()
  await member.goto(`/${long.id}?sort=recent`)
  await expect(cards(member)).toHaveCount(11)
  await expect(promotion(member)).toHaveCount(0)

  await writer.request.delete(`/api/v0/posts/${last.id}`, { headers: asyncHeader })
  await page.reload()
  await expect(cards(page)).toHaveCount(10)
  await expect(promotion(page)).toHaveCount(0)
})
