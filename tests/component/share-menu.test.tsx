/** The menu of the button Share (B8), and its entry for the desktop application (BY18). */
import { afterEach, expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { expectAccessible } from './axe.ts'
import { mount, pressOn, texts } from './mount.tsx'
import { pageOf, sampleBead, samplePost } from './samples.ts'

const menu = page.getByRole('menu')
const share = page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).first()

afterEach(() => vi.restoreAllMocks())

/** The address to which a press navigates. The navigation itself is cancelled. */
async function addressOf(press: () => Promise<void>): Promise<string> {
  const target = new Promise<string>((resolve) =>
    navigation.addEventListener(
      'navigate',
      (event) => {
        event.preventDefault()
        resolve(event.destination.url)
      },
      { once: true },
    ),
  )
  await press()
  return target
}

const bead = sampleBead('Night drive', { postCount: 1 })
const post = samplePost('So What', bead, 1, { media: null })
const answers = {
  'GET /api/v0/beads/:id': bead,
  'GET /api/v0/posts': pageOf(post),
  'GET /api/v0/posts/:id': post,
  'GET /api/v0/posts/:bead/:id': post,
  'POST /api/v0/beads/:id/updatesharecount': { count: 0 },
  'POST /api/v0/posts/:id/updatesharecount': { count: 0 },
}
const entry = menu.getByRole('menuitem', { name: 'Open in the app' })
const linkOf = (href: string) => `strand://open${new URL(href, location.origin).pathname}#${location.origin}`

test('BY18 the menu of a playlist opens it in the application, and says what happens without it', async () => {
  await mount(`/${bead.id}`, { answers })
  await pressOn(share, 'Enter')
  await expect.element(entry).toBeVisible()
  expect(texts(menu.getByRole('menuitem')).slice(2, 4)).toEqual(['Copy link', 'Open in the app'])
  await expectAccessible('the share menu', { besides: ['region'] })
  expect(await addressOf(() => entry.click())).toBe(linkOf(bead.href))
  await expect.element(page.getByText('Opening the Strand app.').first()).toBeVisible()
})

test('BY18 the menu of a post opens it in the application, by keyboard', async () => {
  await mount(`/${post.id}`, { answers })
  await pressOn(share, 'Enter')
  await expect.element(entry).toBeVisible()
  await expect.poll(() => document.activeElement?.closest('[role=menu]')).not.toBeNull()
  // By its first letter.
  await commands.press('o')
  await expect.element(entry).toHaveFocus()
  expect(await addressOf(() => commands.press('Enter'))).toBe(linkOf(`/${post.href}`))
})

test('BY18 on a phone, the menu has no entry for the application', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/150.0.0.0 Mobile Safari/537.36')
  await mount(`/${bead.id}`, { answers })
  await share.click()
  await expect.element(menu.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect.element(entry).not.toBeInTheDocument()
})
