/** Links of the application, and its single instance. */
import { expect, missing, test } from './application.ts'

test.skip(missing !== '', missing)

test('BY18 a link starts the application → its page', async ({ launch, strand }) => {
  const { page } = await launch({ args: ['strand://open/about'] })
  await expect(page).toHaveURL(`${strand.origin}/about`)
})

test('BY18 a link while the application runs → the same window shows its page, and the second process ends', async ({
  launch,
  launchAgain,
  strand,
}) => {
  const desktop = await launch()
  await expect(desktop.page).toHaveURL(new RegExp(`^${strand.origin}/`))
  await launchAgain(desktop, 'strand://open/about')
  await expect(desktop.page).toHaveURL(`${strand.origin}/about`)
  expect(await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('BY18 a link with a code of a television → the page that connects it', async ({ launch }) => {
  const { page } = await launch({ args: ['strand://pair/BCDF2345'] })
  await expect(page).toHaveURL(/\/tvos\/connect|\/login/)
})

test('BY18 a hostile link → the page of the start', async ({ launch, strand }) => {
  const { page } = await launch({ args: ['strand://open//other.example'] })
  await expect(page).toHaveURL(new RegExp(`^${strand.origin}/`))
})
