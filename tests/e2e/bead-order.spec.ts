/** BY5: the order of posts that writers set. */
import { asyncHeader, postsOf, signUp, startPlaylist } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Posts', exact: true }).getByRole('article')

async function filled(page: Page, count: number): Promise<string> {
  const api = page.context().request
  await signUp(api, 'Willa Writer')
  const bead = await startPlaylist(api, 'In an order of its own')
  for (let n = 1; n <= count; n += 1) {
    const made = await api.post(`/api/v0/posts/${bead.id}`, { headers: asyncHeader, data: { title: `Post ${n}` } })
    expect(made.ok()).toBe(true)
  }
  return bead.id
}

test('BY5 writers reorder posts by mouse and keyboard, with undo and roll-back; the order becomes the default', async ({
  page,
  newVisitor,
}) => {
  test.setTimeout(120_000)
  const id = await filled(page, 17)
  await page.goto(`/${id}`)
  await page.getByRole('button', { name: 'Change the order' }).click()
  const panel = page.getByRole('dialog', { name: 'Change the order' })
  const rows = panel.getByRole('list', { name: 'Posts in their order' }).getByRole('listitem')
  const titles = async () => (await rows.locator('[title^="Post"]').allTextContents()).slice(0, 4)
  const handle = (title: string) => panel.getByRole('button', { name: `Move ${title}`, exact: true })
  await expect(rows).toHaveCount(17)

  await test.step('by keyboard: moved and announced', async () => {
    await handle('Post 3').focus()
    await page.keyboard.press('Space')
    await expect(panel.getByText('Picked up Post 3, position 3 of 17.')).toBeAttached()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Escape')
    await expect(panel.getByText('Move of Post 3 cancelled.')).toBeAttached()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(panel.getByText('Position 1 of 17.')).toBeAttached()
    const moved = page.waitForResponse((response) => response.url().includes('/move'))
    await page.keyboard.press('Space')
    await expect.poll(titles).toEqual(['Post 3', 'Post 1', 'Post 2', 'Post 4'])
    expect((await moved).ok()).toBe(true)
    await expect(handle('Post 3')).toBeFocused()
  })

  await test.step('undo: the old order', async () => {
    const undone = page.waitForResponse((response) => response.url().includes('/move'))
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(titles).toEqual(['Post 1', 'Post 2', 'Post 3', 'Post 4'])
    await undone
  })

  await test.step('by mouse: moved', async () => {
    // `hover` waits until the row is stable after its transition.
    for (const title of ['Post 3', 'Post 1']) await handle(title).hover()
    const [from, to] = [(await handle('Post 1').boundingBox())!, (await handle('Post 3').boundingBox())!]
    await page.mouse.move(from.x + 10, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x + 10, to.y + 10, { steps: 4 })
    await page.mouse.move(to.x + 10, to.y + 22, { steps: 4 })
    const moved = page.waitForResponse((response) => response.url().includes('/move'))
    await page.mouse.up()
    await expect.poll(titles).toEqual(['Post 2', 'Post 3', 'Post 1', 'Post 4'])
    await moved
  })

  await test.step('a refused move → rolled back', async () => {
    let refuse = () => {}
    const held = new Promise<void>((resolve) => (refuse = resolve))
    await page.route('**/move', async (route) => {
      await held
      await route.fulfill({ status: 500, json: { message: 'No.', code: 'internal', requestId: 'x' } })
    })
    await panel.getByRole('button', { name: 'More for Post 4', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Move to top' }).click()
    await expect.poll(titles).toEqual(['Post 4', 'Post 2', 'Post 3', 'Post 1'])
    refuse()
    await expect(page.getByText('No.', { exact: true }).first()).toBeVisible()
    await expect.poll(titles).toEqual(['Post 2', 'Post 3', 'Post 1', 'Post 4'])
    await page.unroute('**/move')
  })

  const visitor = await (await newVisitor()).newPage()
  await visitor.goto(`/${id}`)
  await expect
    .poll(async () => (await cards(visitor).getByRole('heading').allTextContents()).slice(0, 4))
    .toEqual(['Post 2', 'Post 3', 'Post 1', 'Post 4'])
  await expect(visitor.getByRole('link', { name: 'Curated', exact: true })).toHaveAttribute('aria-current', 'true')
  await expect(visitor.getByRole('button', { name: 'Change the order' })).toHaveCount(0)

  await test.step('the default order is restored by a button, and that is undone', async () => {
    const curated = page.getByRole('link', { name: 'Curated', exact: true })
    await page.goto(`/${id}`)
    await page.getByRole('button', { name: 'Change the order' }).click()
    await panel.getByRole('button', { name: 'Restore the default order' }).click()
    await expect(panel).toBeHidden()
    await expect(curated).toHaveCount(0)
    await expect(page.getByText('The default order is restored.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(curated).toHaveAttribute('aria-current', 'true')
  })
})

const rowsOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Change the order' }).getByRole('list', { name: 'Posts in their order' }).getByRole('listitem')
const handleOf = (page: Page, title: string) =>
  page.getByRole('dialog', { name: 'Change the order' }).getByRole('button', { name: `Move ${title}`, exact: true })
const ordered = async (page: Page, bead: string) => (await postsOf(page.context().request, bead, 'curated')).map(({ title }) => title)

test('BY5 at 390 px a post is dragged by touch; a touch outside of the handle scrolls the list', async ({ newVisitor }) => {
  const context = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const id = await filled(page, 20)
  await page.goto(`/${id}`)
  await page.getByRole('button', { name: 'Change the order' }).tap()
  await expect(rowsOf(page)).toHaveCount(20)
  const session = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const swipe = async (from: { x: number; y: number; width: number; height: number }, by: number) => {
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
    await touch('touchStart', x, y)
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', x, y + (by * step) / 8)
    await touch('touchEnd', x, y + by)
  }
  const place = async (title: string) => (await handleOf(page, title).boundingBox())!
  // The panel slides in: wait until its rows no longer move.
  await expect(async () => {
    const before = await place('Post 2')
    expect(
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))))),
    ).toBe(true)
    expect((await place('Post 2')).x).toBe(before.x)
    expect(before.x + before.width).toBeLessThanOrEqual(390)
  }).toPass()
  const row = (await place('Post 3')).y - (await place('Post 2')).y
  const moved = page.waitForResponse((response) => response.url().includes('/move'))
  await swipe(await place('Post 2'), row * 2)
  expect((await moved).ok()).toBe(true)
  await expect.poll(async () => (await ordered(page, id)).slice(0, 5)).toEqual(['Post 1', 'Post 3', 'Post 4', 'Post 2', 'Post 5'])
  await expect(rowsOf(page).nth(3)).toContainText('Post 2')

  const before = await place('Post 10')
  await swipe((await rowsOf(page).nth(9).locator('[title="Post 10"]').boundingBox())!, -row * 2)
  await expect.poll(async () => (await place('Post 10')).y).toBeLessThan(before.y - row)
  expect((await ordered(page, id)).slice(0, 5)).toEqual(['Post 1', 'Post 3', 'Post 4', 'Post 2', 'Post 5'])
})

test('BY5 a row can be moved beyond the 50 loaded rows, and the last one to the top', async ({ page }) => {
  test.setTimeout(120_000)
  const id = await filled(page, 60)
  await page.goto(`/${id}`)
  await page.getByRole('button', { name: 'Change the order' }).click()
  await expect(rowsOf(page)).toHaveCount(50)
  const panel = page.getByRole('dialog', { name: 'Change the order' })
  const move = (act: () => Promise<unknown>) =>
    Promise.all([page.waitForResponse((response) => response.url().includes('/move') && response.ok()), act()])

  await test.step('a move to the end, beyond the loaded rows', async () => {
    await panel.getByRole('button', { name: 'More for Post 1', exact: true }).click()
    await move(() => page.getByRole('menuitem', { name: 'Move to bottom' }).click())
    await expect.poll(async () => (await ordered(page, id)).at(-1)).toBe('Post 1')
  })

  await test.step('by keyboard: from the last loaded row to the unloaded ones', async () => {
    await handleOf(page, 'Post 50').focus()
    await page.keyboard.press('Space')
    await expect(rowsOf(page)).toHaveCount(60)
    await page.keyboard.press('End')
    await expect(panel.getByText('Position 60 of 60.')).toBeAttached()
    await page.keyboard.press('ArrowUp')
    await expect(panel.getByText('Position 59 of 60.')).toBeAttached()
    await move(() => page.keyboard.press('Space'))
    await expect.poll(async () => (await ordered(page, id)).slice(-3)).toEqual(['Post 60', 'Post 50', 'Post 1'])
    await expect(handleOf(page, 'Post 50')).toBeFocused()
  })

  await test.step('from the unloaded rows to the top', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Change the order' }).click()
    await expect(rowsOf(page)).toHaveCount(50)
    await rowsOf(page).last().scrollIntoViewIfNeeded()
    await expect(rowsOf(page)).toHaveCount(60)
    await panel.getByRole('button', { name: 'More for Post 60', exact: true }).click()
    await move(() => page.getByRole('menuitem', { name: 'Move to top' }).click())
    await expect.poll(async () => (await ordered(page, id)).slice(0, 2)).toEqual(['Post 60', 'Post 2'])
    await expect(rowsOf(page).first()).toContainText('Post 60')
  })
})
