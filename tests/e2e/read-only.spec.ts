/** A read-only site (RO1) offers no control that changes something, on any screen; a writable site offers all of them. */
import type { APIRequestContext } from '@playwright/test'
import type { Bead } from '#contract/index.ts'
import { asyncHeader, beadTitled, postsOf, showcase, changeMeInDocument } from './api.ts'
import { expect, type Locator, type Page } from './fixtures.ts'
import { testWith } from './own-server.ts'
import { settled } from './settled.ts'

/** Configures everything that can be offered: apps to install, networks to connect. */
const everything = {
  STRAND_IOS_APP_URL: 'https://apps.example.org/ios',
  STRAND_ANDROID_APP_URL: 'https://apps.example.org/android',
  FACEBOOK_CLIENT_ID: 'strand',
  FACEBOOK_CLIENT_SECRET: 'secret',
  TWITTER_CLIENT_ID: 'strand',
  TWITTER_CLIENT_SECRET: 'secret',
}
const writable = testWith(everything)
const readOnly = testWith({ ...everything, STRAND_READ_ONLY: '1' })

interface Offer {
  path: string
  as: 'visitor' | 'demo'
  /** Prepares the page before it is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Opens the part of the page that contains the control. */
  open?: (page: Page) => Promise<void>
  offered: (page: Page) => Record<string, Locator>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
const bar = (page: Page) => page.getByRole('navigation').first()

/** A playlist that its creator may edit, share and delete. */
async function ownPlaylist(request: APIRequestContext): Promise<Bead> {
  const { results } = (await (await request.get('/api/v0/beads?createdby=demo&limit=1')).json()) as { results: Bead[] }
  return results[0]!
}

/** Opens a menu or dialog by its button in the bar. */
const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('banner').getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('menu').or(page.getByRole('dialog'))).toBeVisible()
}
const entry = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name, exact: true })
const inSheet = (page: Page, name: string) => page.getByRole('dialog').getByText(name, { exact: true })

/** Shows the page as on a first visit. */
const asNew = (page: Page): Promise<unknown> => page.addInitScript(() => sessionStorage.clear())

/** A member who has just signed up by the microblogging network, without an e-mail address. */
const withoutAddress = (page: Page): Promise<unknown> =>
  changeMeInDocument(page, '/about', { email: '', hasTwitter: true, hasPassword: false, creationDate: new Date().toISOString() })

async function offers(request: APIRequestContext): Promise<Offer[]> {
  const bead = await showcase(request)
  const [post] = await postsOf(request, bead.id, 'earliest')
  const own = await ownPlaylist(request)
  // Every member can add to this one.
  const open = await beadTitled(request, 'What do you cook for twelve?')
  const openMenu = async (page: Page) => {
    await page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^More for/ })
      .first()
      .click()
    await expect(page.getByRole('menu')).toBeVisible()
  }
  return [
    {
      path: '/',
      as: 'visitor',
      before: asNew,
      offered: (page) => {
        const landing = page.getByRole('region', { name: 'Welcome to Strand' })
        return {
          film: landing.getByRole('button', { name: 'Sign up' }),
          ios: landing.getByRole('link', { name: 'Strand for iOS' }),
          android: landing.getByRole('link', { name: 'Strand for Android' }),
        }
      },
    },
    {
      path: '/about',
      as: 'visitor',
      before: async (page) => {
        await asNew(page)
        await page.clock.install()
      },
      // The sign-up prompt appears four seconds after the first interaction.
      open: async (page) => {
        await page.keyboard.press('Shift')
        for (let waited = 0; waited < 10_000; waited += 500) await page.clock.runFor(500)
      },
      offered: (page) => ({ call: page.getByRole('complementary', { name: 'Join Strand' }) }),
    },
    {
      path: '/about',
      as: 'visitor',
      open: press('More'),
      offered: (page) => ({
        add: entry(page, 'Add a Post'),
        start: entry(page, 'Start a Playlist'),
        ios: entry(page, 'Strand for iOS'),
        android: entry(page, 'Strand for Android'),
      }),
    },
    {
      path: '/about',
      as: 'visitor',
      open: press('Menu'),
      offered: (page) =>
        Object.fromEntries(
          ['Join Strand', 'Activity', 'Trending', 'Add a Post', 'Start a Playlist', 'Strand for iOS', 'Strand for Android'].map((name) => [
            name,
            inSheet(page, name),
          ]),
        ),
    },
    {
      path: '/about',
      as: 'visitor',
      open: press('Log In'),
      offered: (page) => ({
        signUp: page.getByRole('dialog').getByRole('button', { name: 'Sign up' }),
        forgotten: page.getByRole('dialog').getByRole('button', { name: /Forgot/ }),
      }),
    },
    {
      path: '/about?resetpassword=y',
      as: 'visitor',
      offered: (page) => ({ reset: page.getByRole('dialog').getByRole('heading', { name: 'Forgot your password?' }) }),
    },
    { path: '/signupform', as: 'visitor', offered: (page) => ({ signUp: button(page, 'Sign up') }) },
    { path: '/collection', as: 'visitor', offered: (page) => ({ signUp: button(page, 'Sign up') }) },
    {
      path: '/activity',
      as: 'visitor',
      offered: (page) => ({ signUp: button(page, 'Sign up'), invitation: page.getByRole('main').getByText(/Sign up/) }),
    },
    {
      path: '/discover',
      as: 'visitor',
      offered: (page) => ({
        start: button(page, 'Start a Playlist'),
        follow: button(page, /^Follow /),
        trending: bar(page).getByRole('link', { name: 'Trending' }),
      }),
    },
    {
      path: open.href,
      as: 'visitor',
      offered: (page) => ({
        follow: button(page, `Follow ${open.title}`),
        add: button(page, 'Add a post'),
        composer: button(page, 'add to this Playlist'),
      }),
    },
    { path: `/${post!.href}`, as: 'visitor', offered: (page) => ({ comment: button(page, 'Sign in to add a comment...') }) },
    { path: `/p/${bead.creator.uid}`, as: 'visitor', offered: (page) => ({ follow: button(page, `Follow ${bead.creator.name}`) }) },
    { path: '/followtags', as: 'visitor', offered: (page) => ({ pick: button(page, /^Follow #/), signUp: button(page, 'Sign up') }) },
    {
      path: '/followtags',
      as: 'demo',
      offered: (page) => ({ pick: button(page, /^Follow #/), find: page.getByRole('combobox', { name: 'Find another tag' }) }),
    },
    {
      path: '/activity',
      as: 'demo',
      offered: (page) => ({
        follow: button(page, /^Follow /),
        dismiss: button(page, /^Don't suggest/),
        more: page.getByRole('main').getByRole('link', { name: 'Follow more tags' }),
      }),
    },
    { path: '/tag/Animation', as: 'visitor', offered: (page) => ({ follow: button(page, 'Follow #Animation') }) },
    {
      path: '/preferences',
      as: 'demo',
      offered: (page) => ({
        tab: page.getByRole('main').getByRole('link', { name: 'Notifications' }),
        picture: button(page, 'Change picture'),
        save: button(page, 'Save'),
        password: button(page, 'Change password'),
        leave: button(page, 'Delete my account'),
      }),
    },
    { path: '/preferences?tab=notifications', as: 'demo', offered: (page) => ({ news: button(page, 'Make it so') }) },
    {
      path: '/preferences?tab=apps',
      as: 'demo',
      offered: (page) => ({
        facebook: page.getByRole('link', { name: 'Connect Facebook' }),
        x: page.getByRole('link', { name: 'Connect X' }),
      }),
    },
    {
      path: '/about',
      as: 'demo',
      open: press(/^Account of/),
      offered: (page) => ({
        add: entry(page, 'Add a Post'),
        start: entry(page, 'Start a Playlist'),
        ios: entry(page, 'Strand for iOS'),
        android: entry(page, 'Strand for Android'),
      }),
    },
    {
      path: own.href,
      as: 'demo',
      open: async (page) => {
        await page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'More' }).click()
        await expect(page.getByRole('menu')).toBeVisible()
      },
      offered: (page) => ({ import: entry(page, 'Import…'), edit: entry(page, /^Edit/) }),
    },
    {
      path: own.href,
      as: 'demo',
      open: async (page) => {
        await page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'Share', exact: true }).click()
        await expect(page.getByRole('menu')).toBeVisible()
      },
      offered: (page) => ({ share: entry(page, 'Send by e-mail or to followers…') }),
    },
    { path: '/p/demo', as: 'demo', offered: (page) => ({ settings: button(page, 'Settings'), start: button(page, 'Start a Playlist') }) },
    { path: '/login', as: 'visitor', offered: (page) => ({ signUp: button(page, 'Sign up'), forgotten: button(page, /Forgot/) }) },
    // Not /discover, where the tag prompt may open first.
    {
      path: '/music',
      as: 'demo',
      offered: (page) => ({ start: button(page, 'Start a Playlist'), activity: bar(page).getByRole('link', { name: 'Activity' }) }),
    },
    { path: open.href, as: 'demo', offered: (page) => ({ follow: button(page, /^Follow(ing)? /), add: button(page, 'Add a post') }) },
    { path: `/${post!.href}`, as: 'demo', offered: (page) => ({ comment: page.getByRole('textbox', { name: 'Your comment' }) }) },
    {
      path: `/${post!.href}`,
      as: 'demo',
      open: openMenu,
      offered: (page) => ({ acts: entry(page, /^(Flag|Edit post|Delete post)/), share: entry(page, 'Share with followers') }),
    },
    {
      path: '/about',
      as: 'demo',
      before: withoutAddress,
      // On a read-only site, this dialog could neither be closed nor saved.
      offered: (page) => ({ getEmail: page.getByRole('dialog').getByRole('heading', { name: 'One last thing' }) }),
    },
  ]
}

async function check(page: Page, request: APIRequestContext, isOffered: boolean): Promise<void> {
  const all = await offers(request)
  for (const as of ['visitor', 'demo'] as const) {
    if (as === 'demo') {
      const { status } = {
        status: (
          await page.context().request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: 'demo', password: 'strand' } })
        ).status(),
      }
      expect(status, 'members still log in').toBe(200)
    }
    for (const { path, before, open, offered } of all.filter((one) => one.as === as)) {
      const shown = before ? await page.context().newPage() : page
      await before?.(shown)
      // The absence of a control means something only once everything is loaded.
      await shown.goto(path)
      if (!isOffered) await settled(shown)
      await expect(shown.locator('h1').first()).toBeVisible()
      await open?.(shown)
      for (const [name, locator] of Object.entries(offered(shown))) {
        if (isOffered) await expect(locator.first(), `${name} on ${path} as ${as}`).toBeVisible()
        else await expect(locator, `${name} on ${path} as ${as}`).toHaveCount(0)
      }
      if (before) await shown.close()
    }
  }
}

writable('P2 P3 R15 R16 R19 RO1 a writable site offers every control that changes something', async ({ page, request }) => {
  writable.setTimeout(240_000)
  await check(page, request, true)
})

readOnly(
  'P2 P3 U3 RO1 a read-only site offers no control that changes something, and everything can be read and played',
  async ({ page, request }) => {
    readOnly.setTimeout(240_000)
    await check(page, request, false)
    await page.context().clearCookies()
    await page.goto('/about?resetcode=key')
    await expect(page.getByRole('dialog').getByText('Strand is read-only at the moment. Please try again later.')).toBeVisible()
    const bead = await showcase(request)
    await page.goto(bead.href)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Collect post' })).toHaveCount(0)
    // The server refuses the play reports; the page ignores that silently.
    await expect(page.getByText('Strand is read-only at the moment')).toHaveCount(0)
  },
)
