/** Strand Connect: two and three real pages of one member against the real server. */
import type { BrowserContext } from '@playwright/test'
import { showcase, signUp } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Player' })
const playButton = (page: Page) => bar(page).getByRole('button', { name: /^(Play|Pause)$/ })
const isPlaying = (page: Page) => expect(bar(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
/** The link with the title of the current item. */
const title = (page: Page) => bar(page).locator('a[title]').first()

async function openDevices(page: Page) {
  await bar(page).getByRole('button', { name: 'Devices' }).click()
  return page.getByRole('list', { name: 'Devices' })
}

const names = ['Desk', 'Sofa', 'Kitchen']

/** Pages of one member in separate browsers. */
async function pagesOf(newVisitor: () => Promise<BrowserContext>, count: number): Promise<Page[]> {
  const first = await newVisitor()
  await signUp(first.request, 'Dora Devices')
  const { cookies } = await first.storageState()
  const contexts = [first, ...(await Promise.all(Array.from({ length: count - 1 }, () => newVisitor())))]
  return Promise.all(
    contexts.map(async (context, n) => {
      await context.addCookies(cookies)
      await context.addInitScript((name) => {
        // Empty documents and the frames of providers have no storage.
        try {
          localStorage.setItem('strand-device-name', JSON.stringify(name))
        } catch {}
      }, names[n])
      return context.newPage()
    }),
  )
}

test('BZ4 BZ10 BY10 playback moves from one browser to another, is controlled from the first, and returns', async ({
  request,
  newVisitor,
}) => {
  test.setTimeout(90_000)
  const bead = await showcase(request)
  const [desk, sofa] = (await pagesOf(newVisitor, 2)) as [Page, Page]
  await sofa.goto('/about')
  // A press, so that the browser lets the page play.
  await sofa.getByRole('main').click({ position: { x: 5, y: 5 } })
  await desk.goto(bead.href)
  await desk.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await isPlaying(desk)
  const first = (await title(desk).textContent())!

  const list = await openDevices(desk)
  await expect(list.getByRole('button')).toHaveCount(2)
  await expect(list.getByRole('button', { name: 'Desk', exact: true })).toHaveAttribute('aria-current', 'true')
  await list.getByRole('button', { name: 'Sofa', exact: true }).click()
  await expect(bar(desk).getByText('Playing on Sofa').first()).toBeVisible()
  await isPlaying(sofa)
  await expect(title(sofa)).toHaveText(first)
  expect(await desk.evaluate(() => [...document.querySelectorAll<HTMLMediaElement>('video, audio')].every(({ paused }) => paused))).toBe(
    true,
  )

  await bar(desk).getByRole('button', { name: 'Next', exact: true }).click()
  await expect(title(desk)).not.toHaveText(first)
  const second = (await title(desk).textContent())!
  await expect(title(sofa)).toHaveText(second)
  await bar(desk).getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(bar(sofa).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await bar(sofa).getByRole('button', { name: 'Play', exact: true }).click()
  await isPlaying(desk)

  await (await openDevices(desk)).getByRole('button', { name: 'Desk', exact: true }).click()
  await expect(bar(sofa).getByText('Playing on Desk')).toBeVisible()
  await isPlaying(desk)
  await expect(title(desk)).toHaveText(second)
  await expect(bar(desk).getByText(/^Playing on/)).toHaveCount(0)

  await openDevices(desk)
  await desk.getByRole('button', { name: 'Rename this device' }).click()
  await desk.getByRole('textbox', { name: 'Name of this device' }).fill('Study')
  await desk.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(desk.getByRole('list', { name: 'Devices' }).getByRole('button', { name: 'Study', exact: true })).toBeVisible()
})

test('BZ10 a page that is reloaded while it controls a device → it controls it again; a third page controls it too', async ({
  request,
  newVisitor,
}) => {
  test.setTimeout(90_000)
  const bead = await showcase(request)
  const [desk, sofa, kitchen] = (await pagesOf(newVisitor, 3)) as [Page, Page, Page]
  await sofa.goto('/about')
  await sofa.getByRole('main').click({ position: { x: 5, y: 5 } })
  await desk.goto(bead.href)
  await desk.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await isPlaying(desk)
  await (await openDevices(desk)).getByRole('button', { name: 'Sofa', exact: true }).click()
  await isPlaying(sofa)
  await desk.reload()
  await expect(bar(desk).getByText('Playing on Sofa').first()).toBeVisible()
  await isPlaying(desk)

  // A page that plays nothing shows what plays on another device.
  await kitchen.goto(bead.href)
  await expect(bar(kitchen).getByText('Playing on Sofa')).toBeVisible()
  const list = await openDevices(kitchen)
  await expect(list.getByRole('button')).toHaveCount(3)
  await list.getByRole('button', { name: 'Sofa', exact: true }).click()
  await expect(bar(kitchen).getByText('Playing on Sofa').first()).toBeVisible()
  await playButton(kitchen).click()
  await expect(bar(sofa).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect(bar(desk).getByRole('button', { name: 'Play', exact: true })).toBeVisible()

  await sofa.close()
  await expect(desk.getByText('Sofa disconnected. Playback is paused here.')).toBeVisible({ timeout: 20_000 })
  await expect(bar(desk).getByText(/^Playing on/)).toHaveCount(0)
})
