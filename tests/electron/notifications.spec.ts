/** Notifications of the system. */
import { asyncHeader, signUp } from '../e2e/api.ts'
import { expect, missing, test, type Desktop } from './application.ts'
import { signUpIn } from './members.ts'

test.skip(missing !== '', missing)

type Shown = { shown: Electron.Notification[] }

/** Collects the notifications instead of showing them, and returns their titles. */
async function watchNotifications({ app }: Desktop): Promise<() => Promise<string[]>> {
  await app.evaluate(({ Notification }) => {
    const shown: Electron.Notification[] = []
    Object.assign(globalThis, { shown })
    // Linux without a service for notifications supports none.
    Notification.isSupported = () => true
    Notification.prototype.show = function () {
      shown.push(this)
    }
  })
  return () => app.evaluate(() => (globalThis as unknown as Shown).shown.map(({ title }) => title))
}

test('BY19 a member follows while the window is hidden → a notification of the system; a click shows the window with the followers', async ({
  launch,
  request,
  strand,
}) => {
  const desktop = await launch()
  const { app } = desktop
  const page = await desktop.pageOf(strand.origin)
  const titles = await watchNotifications(desktop)
  const listed = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/v1/me/notifications')
  const uid = await signUpIn(page, 'Dora Desktop')
  // The first report shows none: what follows must not be part of it.
  await listed
  const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
  await expect.poll(isVisible).toBe(false)

  await signUp(request, 'Fred Follower')
  expect((await request.post(`/api/v0/members/${uid}/follow`, { headers: asyncHeader })).ok()).toBe(true)
  await expect.poll(titles, { timeout: 30_000 }).toEqual(['Fred Follower started following you'])

  await app.evaluate(() => void (globalThis as unknown as Shown).shown[0]?.emit('click'))
  await expect(page).toHaveURL(`${strand.origin}/p/${uid}/followers`)
  expect(await isVisible()).toBe(true)
})
