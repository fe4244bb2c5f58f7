/** The landing for visitors (R19): the film over discover, and the sign-up prompt. */
import { faultsIn } from './axe.ts'
import { expect, test, type Page } from './fixtures.ts'
import { signUp } from './api.ts'
import { settled } from './settled.ts'

test.use({ unwelcomed: true })

const landing = (page: Page) => page.getByRole('region', { name: 'Welcome to Strand' })
const call = (page: Page) => page.getByRole('complementary', { name: 'Join Strand' })

test('R19 a visitor sees the landing film; dismissing it shifts nothing, and its motion can be stopped', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number }[]) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  await expect(landing(page)).toContainText('Creating a playlist for every idea. Together.')
  await expect(landing(page)).toContainText('Signing up takes 20 seconds.')
  await expect(landing(page).getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about')
  await expect(landing(page).getByRole('link', { name: 'Terms & Legal' })).toHaveAttribute('href', '/tos')

  const film = landing(page).locator('video')
  await landing(page).getByRole('button', { name: 'Pause the film' }).click()
  expect(await film.evaluate((video: HTMLVideoElement) => ({ paused: video.paused, muted: video.muted }))).toEqual({
    paused: true,
    muted: true,
  })
  await landing(page).getByRole('button', { name: 'Play the film' }).click()
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(false)

  expect(await faultsIn(page, { within: 'section[aria-label="Welcome to Strand"]' })).toEqual([])
  await page.mouse.move(640, 500)
  await page.mouse.wheel(0, 200)
  await expect(landing(page)).toBeHidden()
  expect(await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)).toBeLessThan(0.02)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(landing(page)).toBeHidden()
})

test('R19 BY17 typing in the search, playing and Escape dismiss the landing; the focus moves to the heading', async ({ newVisitor }) => {
  const arrive = async (): Promise<Page> => {
    const page = await (await newVisitor()).newPage()
    await page.goto('/')
    await expect(landing(page)).toBeVisible()
    return page
  }
  const typing = await arrive()
  await typing.getByRole('banner').getByRole('combobox').fill('j')
  await expect(landing(typing)).toBeHidden()

  const keyboard = await arrive()
  await landing(keyboard).getByRole('button', { name: 'Look around' }).focus()
  await keyboard.keyboard.press('Escape')
  await expect(landing(keyboard)).toBeHidden()
  await expect(keyboard.getByRole('heading', { level: 1 })).toBeFocused()

  const playing = await arrive()
  // The film covers the button, but a keyboard reaches it.
  await playing
    .getByRole('main')
    .getByRole('button', { name: 'Play all' })
    .evaluate((button: HTMLElement) => button.click())
  await expect(landing(playing)).toBeHidden()
  await expect(playing.getByRole('region', { name: 'Player' })).toBeVisible()

  const signing = await arrive()
  await landing(signing).getByRole('button', { name: 'Sign up' }).press('Enter')
  await expect(signing.getByRole('dialog').getByRole('heading', { name: 'Join Strand' })).toBeVisible()
  await signing.keyboard.press('Escape')
  await expect(signing.getByRole('dialog')).toHaveCount(0)
  await expect(landing(signing).getByRole('button', { name: 'Sign up' })).toBeFocused()
  await signing.keyboard.press('Tab')
  await signing.keyboard.press('Enter')
  await expect(landing(signing)).toBeHidden()
  await expect(signing.getByRole('heading', { level: 1 })).toBeFocused()
})

test('R19 R24 no landing at 700 px or less and for members; no motion with reduced motion', async ({ newVisitor }) => {
  const narrow = await (await newVisitor({ viewport: { width: 700, height: 900 } })).newPage()
  await narrow.goto('/')
  await expect(narrow.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(landing(narrow)).toBeHidden()

  const still = await (await newVisitor({ viewport: { width: 701, height: 900 }, reducedMotion: 'reduce' })).newPage()
  await still.goto('/')
  await settled(still)
  await expect(landing(still).locator('img')).toHaveJSProperty('complete', true)
  await expect(landing(still).locator('video')).toHaveCount(0)
  await expect(landing(still).getByRole('button', { name: 'Pause the film' })).toHaveCount(0)

  const member = await newVisitor()
  await signUp(member.request, 'Ada Welcome')
  const page = await member.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(landing(page)).toBeHidden()
})

test('R19 BY17 a visitor gets one sign-up prompt per page load, answered or dismissed by keyboard', async ({ page }) => {
  await page.clock.install()
  await page.goto('/music')
  await expect(page.getByRole('heading', { level: 1, name: 'Music' })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await page.keyboard.press('Shift')
  // The delay of at least 4 s starts when the code is loaded.
  let waited = 0
  for (; waited < 30_000 && !(await call(page).isVisible()); waited += 500) await page.clock.runFor(500)
  expect(waited).toBeGreaterThanOrEqual(4000)
  await expect(call(page)).toContainText('Signing up takes 20 seconds.')
  await page.clock.resume()
  expect(await faultsIn(page, { within: 'aside[aria-label="Join Strand"]' })).toEqual([])

  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Comedy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Comedy' })).toBeVisible()
  await expect(call(page)).toBeHidden()
  await page.clock.runFor(20_000)
  await expect(call(page)).toBeHidden()

  await page.reload()
  await page.keyboard.press('Shift')
  await test.step('the prompt waits until an open dialog is closed', async () => {
    await page.getByRole('navigation').getByRole('button', { name: 'Log In' }).click()
    await expect(page.getByRole('dialog').getByLabel('E-mail or user id')).toBeVisible()
    await page.clock.runFor(20_000)
    await expect(page.locator('aside[aria-label="Join Strand"]')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.clock.runFor(1000)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  })
  await expect(async () => {
    await page.clock.runFor(5000)
    await expect(call(page)).toBeVisible({ timeout: 500 })
  }).toPass()
  await call(page).getByRole('button', { name: 'Sign up' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Join Strand' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(call(page).getByRole('button', { name: 'Sign up' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(call(page).getByRole('button', { name: 'Not now' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(call(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // A dismissal lasts for the session.
  await page.reload()
  await page.keyboard.press('Shift')
  await page.clock.runFor(20_000)
  await expect(call(page)).toBeHidden()
})
