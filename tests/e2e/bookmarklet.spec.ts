/** Quick posts (D12): the bookmarklet on pages of other sites, the share sheet of an installed app, and the confirmation. */
import type { BrowserContext } from '@playwright/test'
import { addPost, postsOf, signUp, startPlaylist } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { enter } from './keyboard.ts'
import { onwards } from './members.ts'

const site = 'https://news.example'
const article = `${site}/2026/rivers?page=2`
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#27a"/></svg>'

/** A page of another site, with a strict content security policy. */
async function openArticle(page: Page, policy = "default-src 'none'; img-src https:"): Promise<void> {
  await page.context().route(`${site}/**`, (route) =>
    route.request().url().endsWith('.svg')
      ? route.fulfill({ contentType: 'image/svg+xml', body: picture })
      : route.fulfill({
          contentType: 'text/html; charset=utf-8',
          headers: { 'Content-Security-Policy': policy, 'Cross-Origin-Opener-Policy': 'same-origin' },
          body: `<!doctype html><title>Where rivers go – news.example</title><meta property="og:image" content="/cover.svg">
<h1>Where rivers go</h1><p id="quote">The water &amp; what it &lt;b&gt;carries&lt;/b&gt;.</p><img src="/photo.svg" alt="">`,
        }),
  )
  await page.goto(article)
  await page.evaluate(() => getSelection()!.selectAllChildren(document.getElementById('quote')!))
}

/** The code that the page of the bookmarklet offers. */
async function bookmarkletOf(page: Page): Promise<string> {
  await page.goto('/bookmarklet')
  const link = page.getByRole('link', { name: 'Post to Strand' })
  const address = (await link.getAttribute('href'))!
  await expect(page.getByLabel('Code of the bookmark')).toHaveValue(address)
  return address
}

/** Runs the bookmark on the page, as browsers do: with a user gesture. */
async function press(page: Page, bookmark: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: decodeURIComponent(bookmark.slice('javascript:'.length)), userGesture: true })
}

async function pressForWindow(page: Page, bookmark: string): Promise<Page> {
  const [window] = await Promise.all([page.context().waitForEvent('page'), press(page, bookmark)])
  return window
}

const wizardOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Add a post' })

async function publishInto(page: Page, playlist: string, headline: string, text: string): Promise<void> {
  const wizard = wizardOf(page)
  await onwards(wizard).click()
  await wizard.getByRole('list', { name: 'Playlists' }).getByRole('button', { name: playlist }).click()
  await expect(wizard.getByLabel('Headline')).toHaveValue(headline)
  await expect(wizard.locator('[contenteditable=true]')).toHaveText(text)
  await onwards(wizard).click()
  await onwards(wizard).click()
}

const signUpWithPlaylist = async (context: BrowserContext, name: string) => {
  await signUp(context.request, name)
  return startPlaylist(context.request, `Quick posts of ${name}`)
}

test('D12 R4 on a page with a strict policy → the wizard in a window, filled in; published only by the member; confirmed, and closed', async ({
  page,
}) => {
  const bead = await signUpWithPlaylist(page.context(), 'Quinn Quick')
  const bookmark = await bookmarkletOf(page)
  await openArticle(page)
  const window = await pressForWindow(page, bookmark)

  const wizard = wizardOf(window)
  await expect(onwards(wizard)).toBeFocused()
  await expect(wizard).toContainText('news.example')
  expect(new URL(window.url()).pathname).toBe('/bookmarklet/post')
  expect(page.url()).toBe(article)
  expect(await postsOf(page.context().request, bead.id, 'recent')).toEqual([])

  await publishInto(window, bead.title, 'Where rivers go', 'The water & what it <b>carries</b>.')
  await expect(window.getByRole('heading', { level: 1, name: 'Posted' })).toBeVisible()
  const [post] = await postsOf(page.context().request, bead.id, 'recent')
  expect(post).toMatchObject({ title: 'Where rivers go', media: { href: article } })
  await expect(window).toHaveURL(`/bookmarklet/post/${post!.id}`)
  await expect(window.getByText(`Your post is in “${bead.title}”.`)).toBeVisible()
  await expect(window.getByRole('link', { name: 'View the post' })).toHaveAttribute('href', `/${post!.href}`)
  await expectAccessible(window)

  // The same document when it is loaded again.
  await window.reload()
  await expect(window.getByRole('heading', { level: 1, name: 'Posted' })).toBeVisible()
  await Promise.all([window.waitForEvent('close'), window.getByRole('button', { name: 'Close the window' }).click()])
  expect(page.url()).toBe(article)
})

test('D12 logged out → the log-in first, then the wizard with the same content', async ({ page, newVisitor }) => {
  const other = await newVisitor()
  const { email, password } = await signUp(other.request, 'Lou Later')
  const bead = await startPlaylist(other.request, 'Quick posts of Lou')
  const bookmark = await bookmarkletOf(page)
  await openArticle(page)
  const window = await pressForWindow(page, bookmark)
  const dialog = window.getByRole('dialog')
  await dialog.getByLabel('E-mail or user id').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(onwards(wizardOf(window))).toBeFocused()
  await publishInto(window, bead.title, 'Where rivers go', 'The water & what it <b>carries</b>.')
  await expect(window.getByRole('heading', { level: 1, name: 'Posted' })).toBeVisible()
})

test('D12 the log-in and the wizard are closed → what was collected stays, and a button opens them again', async ({ page, newVisitor }) => {
  await page.goto(`/bookmarklet/post?${new URLSearchParams({ url: article, title: 'Rivers', text: 'Water' })}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('Rivers')
  await expect(main).toContainText('news.example')
  await main.getByRole('button', { name: 'Log in to post' }).click()
  await expect(page.getByRole('dialog').getByLabel('E-mail or user id')).toBeVisible()

  const member = await newVisitor()
  await signUp(member.request, 'Clo Closer')
  const tab = await member.newPage()
  await tab.goto(`/bookmarklet/post?${new URLSearchParams({ text: 'Only words' })}`)
  await wizardOf(tab).getByRole('button', { name: 'Close' }).click()
  await tab.getByRole('main').getByRole('button', { name: 'Write the post' }).click()
  await expect(wizardOf(tab).getByRole('heading', { name: 'Pick playlist' })).toBeVisible()
})

test('D12 a page in a sandbox without windows → the form in the same tab, and Back', async ({ page }) => {
  await signUpWithPlaylist(page.context(), 'Sandy Sandbox')
  const bookmark = await bookmarkletOf(page)
  await openArticle(page, "default-src 'none'; img-src https:; sandbox allow-scripts allow-same-origin")
  await press(page, bookmark)
  await page.waitForURL('**/bookmarklet/post?**')
  await expect(onwards(wizardOf(page))).toBeFocused()
  // No window of the bookmarklet, so there is nothing to close.
  await expect(page.getByRole('button', { name: 'Close the window' })).toHaveCount(0)
})

test('D12 D5 the pictures of the page are offered for a picture post', async ({ page }) => {
  await signUpWithPlaylist(page.context(), 'Pia Picture')
  const bookmark = await bookmarkletOf(page)
  await openArticle(page)
  const window = await pressForWindow(page, bookmark)
  const wizard = wizardOf(window)
  await expect(onwards(wizard)).toBeFocused()
  await wizard.getByRole('button', { name: 'Choose something else' }).click()
  await wizard.getByRole('radio', { name: 'Picture' }).click()
  await expect(wizard.getByRole('list').getByRole('button', { name: /of 2/ })).toHaveCount(2)
  await expect(wizard.getByRole('button', { name: 'Upload a picture' })).toBeVisible()
})

test('D12 shared from an app, with the address in the text → that address and the rest of the text', async ({ page }) => {
  const manifest = (await (await page.request.get('/app.webmanifest')).json()) as {
    share_target: { action: string; params: Record<string, string> }
  }
  const { action, params } = manifest.share_target
  const shared = new URLSearchParams({ [params.title!]: 'Rivers', [params.text!]: `Look at this ${article}` })
  const bead = await signUpWithPlaylist(page.context(), 'Shari Share')
  await page.goto(`${action}?${shared}`)
  await expect(onwards(wizardOf(page))).toBeFocused()
  await publishInto(page, bead.title, 'Rivers', 'Look at this')
  await expect(page.getByRole('heading', { level: 1, name: 'Posted' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to news.example' })).toHaveAttribute('href', article)
})

test('D12 an address that is not of the web → nothing to post, and no request to look it up', async ({ page }) => {
  await signUpWithPlaylist(page.context(), 'Hana Hostile')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x']) {
    await page.goto(`/bookmarklet/post?${new URLSearchParams({ url })}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Nothing to post yet' })).toBeVisible()
  }
  expect(requests).not.toContain('/api/v0/media/detect')
  await page.getByRole('link', { name: 'Get the button' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Post from any page' })).toBeFocused()
})

test('D12 R4 a press on the link explains it, by keyboard too; dragging it carries the bookmark; the code can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const bookmark = await bookmarkletOf(page)
  const link = page.getByRole('link', { name: 'Post to Strand' })
  await enter(page, link)
  await expect(page.getByText('This button works on other pages.')).toBeVisible()
  await expect(link).toBeFocused()
  expect(new URL(page.url()).pathname).toBe('/bookmarklet')

  const dragged = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        addEventListener('dragstart', ({ dataTransfer }) => resolve(dataTransfer!.getData('text/uri-list')), { once: true })
      }),
  )
  const box = (await link.boundingBox())!
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 80, box.y + 60, { steps: 5 })
  expect(await dragged).toBe(bookmark)
  await page.mouse.up()

  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(bookmark)
})

test('R4 the pages of help lead to each other, and about leads to them', async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('main').getByRole('link', { name: 'Strand on your site' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Strand on your site' })).toBeFocused()
  await expect(page).toHaveTitle('Strand on your site · Strand')
  const subjects = page.getByRole('region', { name: 'What you can show' })
  await expect(subjects.getByRole('term')).toHaveText(['A playlist', 'A post', 'A member'])
  await page.getByRole('link', { name: 'Get the button for your browser' }).click()
  await expect(page).toHaveURL('/bookmarklet')
  await page.getByRole('link', { name: 'Show your playlists there' }).click()
  await expect(page).toHaveURL('/embedfaqs')
})

for (const hasTouch of [false, true])
  test.describe(hasTouch ? 'on a touch screen' : 'with a mouse', () => {
    test.use({ hasTouch, isMobile: hasTouch })

    test('R4 D12 the pages of help fit into windows of 200 to 1280 px, for visitors and members', async ({ page }) => {
      const expectFit = async (who: string) => {
        for (const path of ['/bookmarklet', '/embedfaqs']) {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.getByRole('banner').getByRole('button', { name: /^(Log In|Account of)/ })).toBeVisible()
          for (const width of [200, 240, 320, 345, 390, 640, 768, 1280]) {
            await page.setViewportSize({ width, height: 800 })
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
            expect(overflow, `${path} at ${width} for a ${who}`).toBe(0)
            const boxes = await page
              .getByRole('banner')
              .locator('a:visible, button:visible')
              .evaluateAll((controls) =>
                controls
                  .map((control) => control.getBoundingClientRect())
                  .map(({ left, right }) => ({ left, right }))
                  .sort((a, b) => a.left - b.left),
              )
            expect(boxes.length).toBeGreaterThanOrEqual(3)
            for (const [n, { left }] of boxes.entries())
              expect(left, `control ${n} of the top bar at ${width} for a ${who}`).toBeGreaterThanOrEqual((boxes[n - 1]?.right ?? 0) - 0.5)
          }
        }
      }
      await expectFit('visitor')
      await signUp(page.request, 'Nora Narrow')
      await expectFit('member')
    })
  })

test('D12 the confirmation of a post of another member → the post itself', async ({ page, newVisitor }) => {
  const other = await newVisitor()
  await signUp(other.request, 'Otto Other')
  const bead = await startPlaylist(other.request, 'Of Otto')
  const post = await addPost(other.request, bead.id, '/clips/last-light.mp4', 'Light')
  await page.goto(`/bookmarklet/post/${post.id}`)
  await expect(page).toHaveURL(new RegExp(`/${bead.id}/light-${post.id}$`))
})
