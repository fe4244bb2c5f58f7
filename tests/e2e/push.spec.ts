/** Push messages: requested on a click, and removed at log-out (O4). There is no push service here, so the browser's side is simulated. */
import { faultsIn } from './axe.ts'
import { asyncHeader, signUp } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { accountButton } from './members.ts'
import { bellOf } from './notifications.ts'

const endpoint = 'https://push.example.org/one'

interface PlayedPush {
  permission: NotificationPermission
  /** The answer to the permission prompt. */
  answer: NotificationPermission
  promptCount: number
  key: string | null
}

/** Fakes the service worker and the push service. Its state is in `played`, and survives a reload like a real subscription. */
async function playPush(page: Page, answer: NotificationPermission, permission: NotificationPermission = 'default'): Promise<void> {
  await page.addInitScript(
    ({ answer, permission, endpoint }) => {
      const held = sessionStorage.getItem('played')
      const played: PlayedPush = held ? JSON.parse(held) : { permission, answer, promptCount: 0, key: null }
      const keep = () => sessionStorage.setItem('played', JSON.stringify(played))
      Object.assign(window, { played })
      const base64url = (bytes: Uint8Array) =>
        btoa(String.fromCharCode(...bytes))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '')
      const subscriptionWith = (key: string) => ({
        endpoint,
        options: { applicationServerKey: Uint8Array.from(atob(key), (one) => one.charCodeAt(0)).buffer },
        toJSON: () => ({
          endpoint,
          expirationTime: null,
          keys: { p256dh: `B${base64url(new Uint8Array(65).fill(7)).slice(1)}`, auth: base64url(new Uint8Array(16).fill(9)) },
        }),
        unsubscribe: async () => {
          played.key = null
          keep()
          return true
        },
      })
      const pushManager = {
        getSubscription: async () => (played.key === null ? null : subscriptionWith(played.key)),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
          played.key = btoa(String.fromCharCode(...applicationServerKey))
          keep()
          return subscriptionWith(played.key)
        },
      }
      const registration = { pushManager, waiting: null, installing: null, addEventListener: () => undefined }
      const container = {
        ready: Promise.resolve(registration),
        getRegistration: async () => registration,
        register: async () => registration,
        addEventListener: () => undefined,
        controller: null,
      }
      Object.defineProperty(navigator, 'serviceWorker', { value: container })
      Object.assign(window, { PushManager: () => undefined })
      Object.defineProperty(Notification, 'permission', { get: () => played.permission })
      Notification.requestPermission = async () => {
        played.promptCount += 1
        played.permission = played.answer
        keep()
        return played.permission
      }
    },
    { answer, permission, endpoint },
  )
}
const playedIn = (page: Page) => page.evaluate(() => (window as unknown as { played: PlayedPush }).played)
const browsersOf = async (page: Page) =>
  ((await (await page.context().request.get('/api/v0/me/push')).json()) as { results: { id: string; service: string }[] }).results
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

async function openPanel(page: Page): Promise<void> {
  await bellOf(page).click()
  await page.getByRole('button', { name: 'See all' }).click()
  await expect(panelOf(page).getByRole('button', { name: 'Close' })).toBeVisible()
}

test('O4 push is enabled in the panel, disabled in the preferences, and ends with log-out', async ({ page }) => {
  await playPush(page, 'granted')
  const { uid, password } = await signUp(page.context().request, 'Paula Push')
  await page.goto('/')
  await openPanel(page)
  expect((await playedIn(page)).promptCount, 'no prompt without a press').toBe(0)
  await panelOf(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Notifications are on for this device.')).toBeVisible()
  await expect(panelOf(page).getByText('Notifications on this device')).toHaveCount(0)
  expect(await browsersOf(page)).toEqual([expect.objectContaining({ service: 'push.example.org' })])

  // Another device of the member.
  const data = { endpoint: 'https://push.example.org/two', keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }
  const headers = {
    'X-Strand-Request': '1',
    'Sec-Fetch-Site': 'same-origin',
    'User-Agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  }
  expect((await page.context().request.post('/api/v0/me/push', { headers, data })).ok()).toBe(true)
  await page.goto('/preferences?tab=notifications')
  const section = page.getByRole('region', { name: 'Notifications on this device' })
  await expect(section.getByText('Notifications are on, also when Strand is not open.')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveText(/Firefox on Android/)
  expect(await faultsIn(page, { within: '[aria-label="Notifications on this device"]' })).toEqual([])
  await section.getByRole('button', { name: 'Remove Firefox on Android' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  await expect(
    section.getByRole('heading', { name: 'Notifications on this device' }),
    'the list is gone with its last button',
  ).toBeFocused()
  await section.getByRole('button', { name: 'Turn off' }).click()
  await expect(section.getByRole('button', { name: 'Turn on' })).toBeVisible()
  expect(await browsersOf(page)).toEqual([])
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByRole('button', { name: 'Turn off' })).toBeVisible()
  expect(await browsersOf(page)).toHaveLength(1)

  await accountButton(page, 'Paula Push').click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log In' }).first()).toBeVisible()
  await expect.poll(async () => (await playedIn(page)).key).toBeNull()
  expect((await page.context().request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: uid, password } })).ok()).toBe(
    true,
  )
  expect(await browsersOf(page), 'the server sends nothing there either').toEqual([])
})

test('O4 permission denied → a hint that the browser blocks it; denied earlier → no offer', async ({ page }) => {
  await playPush(page, 'denied')
  await signUp(page.context().request, 'Nora No')
  await page.goto('/')
  await openPanel(page)
  await panelOf(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(panelOf(page).getByText('Notifications on this device')).toHaveCount(0)
  expect(await browsersOf(page)).toEqual([])
  await page.goto('/preferences?tab=notifications')
  await expect(page.getByText('Your browser blocks notifications for Strand.')).toBeVisible()
})

test('O4 a failed subscription → an error with a retry', async ({ page }) => {
  await playPush(page, 'granted', 'granted')
  await signUp(page.context().request, 'Fay Fails')
  let refuse = true
  await page.route('**/api/v0/me/push', (route) =>
    refuse && route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken', requestId: 'r' } })
      : route.continue(),
  )
  await page.goto('/preferences?tab=notifications')
  const part = page.getByRole('region', { name: 'Notifications on this device' })
  await part.getByRole('button', { name: 'Turn on' }).click()
  await expect(part.getByRole('alert')).toHaveText("That didn't work. Please try again.")
  await expect(page.getByText('Notifications are on for this device.'), 'nothing is said to have worked').toHaveCount(0)
  expect(await browsersOf(page)).toEqual([])
  refuse = false
  await part.getByRole('button', { name: 'Turn on' }).click()
  await expect(part.getByRole('button', { name: 'Turn off' })).toBeVisible()
  expect(await browsersOf(page)).toHaveLength(1)
})

test('O4 an unanswered permission prompt → the button is not busy, and prompts again', async ({ page }) => {
  await playPush(page, 'granted')
  await signUp(page.context().request, 'Will Wait')
  await page.goto('/preferences?tab=notifications')
  const part = page.getByRole('region', { name: 'Notifications on this device' })
  const turnOn = part.getByRole('button', { name: 'Turn on' })
  await expect(turnOn).toBeVisible()
  await page.evaluate(() => {
    const { requestPermission } = Notification
    Notification.requestPermission = () => {
      Notification.requestPermission = requestPermission
      return new Promise(() => undefined)
    }
  })
  await turnOn.click()
  await expect(part.getByText("Respond to your browser's permission prompt.")).toBeVisible()
  await expect(turnOn).not.toHaveAttribute('aria-busy', 'true')
  await turnOn.click()
  await expect(part.getByRole('button', { name: 'Turn off' })).toBeVisible()
  await expect(page.getByText('Notifications are on for this device.')).toBeVisible()
})

test('O4 a subscription with an old key → renewed without a prompt', async ({ page }) => {
  await playPush(page, 'granted', 'granted')
  await signUp(page.context().request, 'Kay Keys')
  await page.goto('/preferences?tab=notifications')
  await page.getByRole('region', { name: 'Notifications on this device' }).getByRole('button', { name: 'Turn on' }).click()
  await expect.poll(async () => (await browsersOf(page)).length).toBe(1)
  const { key } = await playedIn(page)
  await page.evaluate(() =>
    sessionStorage.setItem(
      'played',
      JSON.stringify({ ...(window as unknown as { played: PlayedPush }).played, key: btoa('a key of before') }),
    ),
  )
  const requestPromise = page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/api/v0/me/push'))
  await page.goto('/about')
  expect((await requestPromise).postDataJSON()).toMatchObject({ endpoint })
  await expect.poll(async () => (await playedIn(page)).key).toBe(key)
  expect((await playedIn(page)).promptCount, 'no further prompt').toBe(1)
  expect(await browsersOf(page)).toHaveLength(1)
})

test('O4 a browser without push → the panel offers nothing, the preferences name supported browsers and list the other devices', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager')
  })
  await signUp(page.context().request, 'Una Unable')
  const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16, 9).toString('base64url') }
  expect((await page.context().request.post('/api/v0/me/push', { headers: asyncHeader, data: { endpoint, keys } })).ok()).toBe(true)
  await page.goto('/preferences?tab=notifications')
  const part = page.getByRole('region', { name: 'Notifications on this device' })
  await expect(part.getByText("This browser doesn't support push notifications.")).toBeVisible()
  await expect(part.getByRole('listitem')).toHaveCount(1)
  await expect(part.getByRole('button', { name: 'Turn on' })).toHaveCount(0)
  await openPanel(page)
  await expect(panelOf(page).getByText('You have no notifications, yet!')).toBeVisible()
  await expect(panelOf(page).getByText('Notifications on this device')).toHaveCount(0)
})

test('O4 a subscription of another member in this browser → removed when the next one signs in', async ({ page, newVisitor }) => {
  await playPush(page, 'granted', 'granted')
  const other = await newVisitor()
  await signUp(other.request, 'First Owner')
  await signUp(page.context().request, 'Next Owner')
  await page.addInitScript(() => {
    const { played } = window as unknown as { played: PlayedPush }
    if (sessionStorage.getItem('played') === null) played.key = btoa('somebody else')
  })
  const responsePromise = page.waitForResponse(/\/api\/v0\/me\/push$/)
  await page.goto('/')
  await responsePromise
  await expect.poll(async () => (await playedIn(page)).key).toBeNull()
})

test('O4 an expired session removes the subscription, in an open page and in a new one', async ({ page, context }) => {
  await playPush(page, 'granted', 'granted')
  await signUp(context.request, 'Lena Lost')
  await page.addInitScript(() => {
    const { played } = window as unknown as { played: PlayedPush }
    if (sessionStorage.getItem('played') === null) played.key = btoa('hers')
  })
  // Otherwise the page would detect at its start that the key is outdated.
  await page.route('**/api/v0/me/push', (route) => route.abort())
  await page.goto('/about')
  await expect(accountButton(page, 'Lena Lost')).toBeVisible()
  expect((await playedIn(page)).key).not.toBeNull()

  await test.step('its document reports the expired session', async () => {
    const [session] = (await context.cookies()).filter(({ name }) => name === 'strand_session')
    await context.addCookies([{ ...session!, value: 'z'.repeat(43) }])
    await page.reload()
    await expect(page.getByLabel('E-mail or user id')).toBeVisible()
    await expect.poll(async () => (await playedIn(page)).key).toBeNull()
  })

  await test.step('a page of a visitor from the start', async () => {
    await context.clearCookies({ name: 'strand_session' })
    await page.evaluate(() => sessionStorage.removeItem('played'))
    await page.goto('/about')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect((await playedIn(page)).key).not.toBeNull()
    await page.keyboard.press('Shift')
    await expect.poll(async () => (await playedIn(page)).key).toBeNull()
  })
})
