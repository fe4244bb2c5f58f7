/** Chunks that fail to load, for example after a deployment: only their part is missing. And a screen whose chunk is slow. */
import { showcase, signUp, startPlaylist } from './api.ts'
import { scriptOf } from './built.ts'
import { expect, test, type Page } from './fixtures.ts'
import { accountButton } from './members.ts'

/** Answers the chunk with 404 until the returned function is called. */
async function withhold(page: Page, source: string): Promise<() => Promise<void>> {
  const address = scriptOf(source)
  await page.route(address, (route) => route.fulfill({ status: 404, body: '' }))
  return () => page.unroute(address)
}
/** Delays the chunk until the returned function is called. */
async function hold(page: Page, source: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(scriptOf(source), async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

const works = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible()

test('A8 R15 a menu whose chunk fails to load → an error, the page stays, and a retry opens it', async ({ page }) => {
  await signUp(page.context().request, 'Menu Misser')
  for (const source of ['renderer/app/top/QuickMenu.tsx', 'renderer/ui/MenuPopup.tsx']) {
    await page.goto('/about')
    const restore = await withhold(page, source)
    await accountButton(page, 'Menu Misser').click()
    await expect(page.getByRole('alert').getByText('Uh oh, something went wrong')).toBeVisible()
    await works(page)
    await expect(accountButton(page, 'Menu Misser')).toHaveAttribute('aria-expanded', 'false')
    await restore()
    await accountButton(page, 'Menu Misser').click()
    await expect(page.getByRole('menuitem', { name: 'My Profile' })).toBeVisible()
  }
})

test('A8 O1 W1 the chunks of bell and follow buttons fail to load → the page shows their placeholders', async ({ page, newVisitor }) => {
  const other = await newVisitor()
  const maker = await signUp(other.request, 'Part Maker')
  await startPlaylist(other.request, 'Parts of a whole')
  await signUp(page.context().request, 'Part Misser')
  const restoreBell = await withhold(page, 'renderer/widgets/notifications/index.ts')
  const restoreFollow = await withhold(page, 'renderer/widgets/follow/Follow.tsx')
  await page.goto(`/p/${maker.uid}`)
  await works(page)
  const follow = page.getByRole('main').getByRole('button', { name: 'Follow Part Maker' }).first()
  await expect(follow).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: /^Notifications/ })).toHaveCount(0)
  // The placeholder can follow too: it has the intent of the button.
  const followed = page.waitForResponse((response) => response.url().endsWith(`/members/${maker.uid}/follow`) && response.ok())
  await follow.click()
  await followed
  await restoreBell()
  await restoreFollow()
  await page.reload()
  await expect(page.getByRole('banner').getByRole('button', { name: /^Notifications/ })).toBeVisible()
})

test('A8 N1 the chunk of the suggestions fails to load → the feed is shown without them', async ({ page }) => {
  await signUp(page.context().request, 'Feed Misser')
  for (const source of ['renderer/screens/feed/Suggestions.tsx', 'renderer/screens/feed/Welcome.tsx', 'renderer/ui/PullToRefresh.tsx'])
    await withhold(page, source)
  await page.goto('/trending')
  await works(page)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('A8 R15 a dialog whose chunk fails to load → the next press opens it', async ({ page }) => {
  await page.goto('/about')
  const restore = await withhold(page, 'renderer/screens/auth/AuthDialog.tsx')
  const logIn = page.getByRole('banner').getByRole('button', { name: 'Log In' })
  await logIn.click()
  await expect(page.getByRole('alert').getByText('Uh oh, something went wrong')).toBeVisible()
  await works(page)
  await restore()
  await logIn.click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test("A8 R15 focus in the search while a screen loads → stays there; otherwise it moves to the screen's heading", async ({ page }) => {
  const search = page.getByRole('banner').getByRole('combobox')
  const arrived = page.getByRole('heading', { level: 1, name: 'Terms of service' })
  for (const goesOn of [true, false]) {
    const release = await hold(page, 'renderer/screens/legal/LegalScreen.tsx')
    await page.goto('/about')
    await page.getByRole('main').getByRole('link', { name: 'Terms & Legal' }).click()
    await expect(page).toHaveURL(/\/tos$/)
    if (goesOn) await search.click()
    release()
    await expect(arrived).toBeVisible()
    await expect(goesOn ? search : arrived).toBeFocused()
    if (goesOn) {
      await page.keyboard.type('a')
      await expect(search).toHaveValue('a')
    }
  }
})

test('A8 R15 a second navigation while a screen loads → the heading of the second screen has the focus', async ({ page }) => {
  const first = await hold(page, 'renderer/screens/legal/LegalScreen.tsx')
  const second = await hold(page, 'renderer/screens/feed/FeedScreen.tsx')
  await page.goto('/about')
  await page.getByRole('main').getByRole('link', { name: 'Terms & Legal' }).click()
  await expect(page).toHaveURL(/\/tos$/)
  await page.getByRole('banner').getByRole('link', { name: 'Trending' }).click()
  await expect(page).toHaveURL(/\/trending$/)
  first()
  second()
  await expect(page.getByRole('heading', { level: 1, name: 'Trending' })).toBeFocused()
})

test('A9 a failed picture is hidden until its retry, so that no broken-image icon shows', async ({ page }) => {
  const bead = await showcase(page.context().request)
  let failed = 0
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'image' ? (failed++, route.fulfill({ status: 404 })) : route.fallback(),
  )
  await page.goto(bead.href)
  await expect.poll(() => failed).toBeGreaterThan(0)
  const broken = () =>
    page
      .getByRole('main')
      .locator('img')
      .evaluateAll((all) =>
        (all as HTMLImageElement[])
          .filter((one) => one.complete && one.naturalWidth === 0)
          .map((one) => Number(getComputedStyle(one).opacity)),
      )
  await expect.poll(async () => (await broken()).length).toBeGreaterThan(0)
  await expect.poll(async () => (await broken()).every((opacity) => opacity === 0)).toBe(true)
})
