/** The edges of the columns of a page. */
import { expect, test, type Locator } from './fixtures.ts'
import { enter } from './screens-list.ts'

test.use({ viewport: { width: 1280, height: 800 } })

const edges = async (part: Locator) => {
  const { x, y, width, height } = (await part.boundingBox())!
  return { left: Math.round(x), right: Math.round(x + width), top: Math.round(y), bottom: Math.round(y + height) }
}
/** The distinct left edges of the visible elements, in px. */
const lefts = (parts: Locator) =>
  parts.evaluateAll((elements) =>
    [
      ...new Set(
        elements.filter((element) => element.checkVisibility()).map((element) => Math.round(element.getBoundingClientRect().left)),
      ),
    ].sort((one, other) => one - other),
  )

test('BY21 N1 /activity at 1280 px: tabs above the feed, the other actions in one row above the sidebar, edges aligned', async ({
  page,
}) => {
  await enter(page.context().request, 'demo')
  await page.goto('/activity')
  const main = page.getByRole('main')
  const side = await edges(main.getByRole('complementary', { name: 'Sidebar' }))
  const [category, playAll] = [
    await edges(main.getByRole('button', { name: /^Category/ })),
    await edges(main.getByRole('button', { name: 'Play all' })),
  ]
  const tab = await edges(main.getByRole('navigation', { name: 'Feeds' }).getByRole('link').first())
  const feed = await edges(main.getByRole('article').first())
  const heading = await edges(main.getByRole('heading', { level: 1 }))
  expect([category.left, playAll.top]).toEqual([side.left, category.top])
  expect(playAll.right).toBeLessThanOrEqual(side.right)
  expect([heading.left, tab.left]).toEqual([feed.left, feed.left])
  expect(feed.right).toBeLessThan(side.left)
})

test("BY21 P1 P2 /preferences at 1280 px: all controls share their left edge and end at the page's; headings and picture precede them", async ({
  page,
}) => {
  await enter(page.context().request, 'demo')
  await page.goto('/preferences')
  const main = page.getByRole('main')
  const start = (await edges(main.getByRole('heading', { level: 1 }))).left
  await expect(main.getByRole('heading', { name: 'Password' })).toBeVisible()
  const [content, ...others] = await lefts(main.locator('input, textarea, form [type=submit]'))
  expect(others).toEqual([])
  expect(content).toBeGreaterThan(start)
  expect(await lefts(main.getByRole('heading', { level: 2 }).filter({ hasNotText: 'Please confirm' }))).toEqual([start])
  const { right } = await edges(main.getByRole('textbox', { name: 'Name' }))
  expect(right).toBe((await edges(main.getByRole('heading', { level: 1 }))).right)

  await main.getByRole('link', { name: 'Notifications' }).click()
  await expect(main.getByRole('checkbox').first()).toBeVisible()
  expect(await lefts(main.getByRole('heading', { level: 2 }))).toEqual([start])
  const [column] = await lefts(main.getByRole('group'))
  expect([column, ...(await lefts(main.getByRole('button', { name: 'Make it so' })))]).toEqual([content, content])
  expect((await edges(main.getByRole('group').nth(1))).right).toBe(right)
})
