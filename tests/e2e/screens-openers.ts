/** The actions that open each screen of `screens-list.ts`. Those of editors are in `screens-openers-editing.ts`. */
import type { Page } from '@playwright/test'
import { createCastDevice, type CastDevice } from './cast-device.ts'
import { asyncHeader, beadTitled, freshEmail, postsOf, showcase } from './api.ts'
import { playlistTitle } from './demo.ts'
import {
  choose,
  dialog,
  main,
  press,
  pressInBar,
  pressInDialog,
  seeDialog,
  seeHeading,
  seeMenu,
  sequence,
  touch,
  withTimers,
  type Open,
} from './screens-steps.ts'

const moreOfPlaylist: Open = (page) => page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'More' }).click()
export const playlistMenu = sequence(moreOfPlaylist, seeMenu)
export const fromPlaylistMenu = (entry: string, title?: string): Open => sequence(playlistMenu, choose(entry), seeDialog(title))

/** The share menu, after its code is loaded. */
export const shareMenu = sequence(press('Share'), seeMenu)
export const embed = sequence(shareMenu, choose('Embed…'), seeDialog('Embed this playlist'), (page) =>
  page.frameLocator('iframe').getByRole('listitem').first().waitFor(),
)
/** The player of a widget, with a paused film. */
export const widgetPlayer: Open = async (page) => {
  for (const name of ['Play all', 'Pause']) await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
}
/** Invite members: the list of all members, one of them selected. */
export const invite = sequence(
  (page) => main(page).getByRole('button', { name: 'Invite', exact: true }).click(),
  async (page) => {
    await dialog(page, 'Invite members').getByRole('searchbox', { name: 'Search people' }).fill('chloe')
    await dialog(page).getByRole('checkbox').first().check()
  },
)

/** Opens the menu of the first post card. */
const moreOfPost: Open = (page) =>
  main(page)
    .getByRole('button', { name: /^More for / })
    .first()
    .click()
export const postMenu = sequence(moreOfPost, seeMenu)
export const fromPostMenu = (entry: string): Open => sequence(postMenu, choose(entry), seeDialog())
/** Opens the feed from another feed, so that the page requests it, and fakes the answer. */
export const feedAnswered =
  (answer: { status?: number; json: object }, seen: string): Open =>
  async (page) => {
    await page.route('**/api/v2/me/feed?**', (route) => route.fulfill(answer))
    await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('heading', { name: seen }).waitFor()
  }

export const newsInFeed = sequence(
  async (page) => page.route('**/api/v2/me/feed/status?**', (route) => route.fulfill({ json: { count: 3 } })),
  withTimers({ 10_000: 'soon' }),
  touch,
  (page) => main(page).getByRole('button', { name: '3 New', exact: true }).waitFor(),
)

export const feedReason = sequence(
  (page) =>
    main(page)
      .getByRole('button', { name: /^(because you follow|Followed by) / })
      .first()
      .click(),
  seeMenu,
)

/** The server has a newer build (R14). */
export const anotherBuild = sequence(withTimers({ 5000: 'never' }), touch, async (page) => {
  // The code that detects it is loaded when the page is idle.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.route('**/api/v2/me/feed?**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-strand-build': 'another' } })
  })
  await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('status').getByText('A new version of Strand is available.').waitFor()
})

export const offline = sequence(touch, async (page) => {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false })
    dispatchEvent(new Event('offline'))
  })
  await page.getByRole('status').getByText("You're offline").waitFor()
})

export const logIn = sequence(pressInBar('Log In'), (page) => dialog(page).getByLabel('Password', { exact: true }).waitFor())
export const signUp = sequence(logIn, pressInDialog('Sign up'), (page) => dialog(page).getByLabel('Name').waitFor())
export const forgotPassword = sequence(logIn, pressInDialog('Forgot password?'), seeHeading('Forgot your password?'))

/** A form that was submitted empty: each field shows its error. */
export const withErrors: Open = async (page) => {
  await dialog(page).getByLabel('Password', { exact: true }).press('Enter')
  await dialog(page).locator('[aria-invalid=true]').first().waitFor()
}

export const passwordSent = sequence(
  (page) => page.route('**/api/v0/auth/sendpasswordreset', (route) => route.fulfill({ json: {} })),
  forgotPassword,
  async (page) => {
    await dialog(page).getByLabel('E-mail').fill('robin.vale@example.org')
    await dialog(page).getByLabel('E-mail').press('Enter')
    await page.getByRole('button', { name: 'Back to log in' }).waitFor()
  },
)

export const passwordChanged: Open = async (page) => {
  await page.route('**/api/v0/auth/resetpassword', (route) => route.fulfill({ json: {} }))
  const field = dialog(page).getByLabel('New password', { exact: true })
  await field.fill('anew and better')
  await field.press('Enter')
  await page.getByRole('button', { name: 'Close and Explore' }).waitFor()
}

export const welcome = sequence(withTimers({ 2500: 'never' }), signUp, async (page) => {
  await dialog(page).getByLabel('Name').fill('Robin Vale')
  await dialog(page).getByLabel('E-mail').fill(freshEmail())
  await dialog(page).getByLabel('Password', { exact: true }).fill('correct horse')
  await dialog(page).getByLabel('Password', { exact: true }).press('Enter')
  await page.getByText('Welcome, Robin Vale!').waitFor()
})

/** For a member from a network that provided no e-mail address (U8). */
export const emailPrompt: Open = async (page) => {
  await page.route('**/about', async (route) => {
    const response = await route.fetch()
    const body = (await response.text())
      .replace(/"email":"[^"]+"/, '"email":""')
      .replace('"hasTwitter":false', '"hasTwitter":true')
      .replace('"hasPassword":true', '"hasPassword":false')
    await route.fulfill({ response, body })
  })
  await page.reload()
  await dialog(page).getByLabel('E-mail').waitFor()
}

export const leftMenu = sequence(pressInBar('Menu'), seeDialog('Menu'))
export const account = sequence(pressInBar(/^Account of /), seeMenu)

export const notifications: Open = async (page) => {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Notifications/ })
    .click()
  await dialog(page, 'Notifications').waitFor()
}
export const notificationList = sequence(notifications, (page) => dialog(page, 'Notifications').getByRole('listitem').first().waitFor())

export const searchFor =
  (words: string): Open =>
  async (page) => {
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill(words)
    await page.getByRole('option').first().waitFor()
  }

/** With a selected picture from the demo data. */
export const picture: Open = async (page) => {
  await press('Change picture')(page)
  const buffer = await (await page.request.get((await showcase(page.request)).image!)).body()
  await dialog(page, 'Profile picture').locator('input[type=file]').setInputFiles({ name: 'mine.jpg', mimeType: 'image/jpeg', buffer })
  await dialog(page, 'Profile picture')
    .getByRole('button', { name: /Visible area/ })
    .waitFor()
}

/** The player, paused at the second post of the showcase. */
export const player: Open = async (page) => {
  const bead = await showcase(page.request)
  const [, second] = await postsOf(page.request, bead.id, 'earliest')
  await page.goto(`/${bead.id}?sort=earliest`)
  await press(`Play ${second!.title}`)(page)
  const region = page.getByRole('region', { name: 'Player' })
  await region.getByRole('button', { name: 'Pause', exact: true }).click()
  await region.getByRole('button', { name: 'Play', exact: true }).waitFor()
}
export const pressInPlayer =
  (name: string): Open =>
  (page) =>
    page.getByRole('region', { name: 'Player' }).getByRole('button', { name, exact: true }).click()

/** Follows with notifications for every new post, from any state. */
export const superfollowed: Open = async (page) => {
  const id = /b\w{17}/.exec(page.url())![0]
  for (const act of ['follow', 'superfollow']) await page.request.post(`/api/v0/beads/${id}/${act}`, { headers: asyncHeader })
  await page.reload()
  await page.getByRole('group', { name: 'Playlist actions' }).locator('[aria-pressed=true]').nth(1).waitFor()
}

/** Only one notice is shown at a time: the one about the e-mail address may come first. */
export const tagsPrompt: Open = async (page) => {
  const [prompt, address] = [
    page.getByRole('complementary', { name: 'What are you into?' }),
    page.getByRole('region', { name: 'Please confirm your e-mail address' }),
  ]
  await prompt.or(address).waitFor()
  if (await address.isVisible()) await address.getByRole('button', { name: 'Dismiss' }).click()
  await prompt.waitFor()
  // Another entry of the list shows that notice.
  await page.context().clearCookies({ name: 'strand_confirm' })
}

export const filtered: Open = async (page) => {
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('link').first().click()
  await page.getByText(/^\d+ Match(es)?$/).waitFor()
}

export const gallery = sequence(press(/^View .* large$/), (page) =>
  page.getByRole('dialog', { name: 'Pictures in this playlist' }).and(page.locator('[data-state=loaded]')).waitFor(),
)
export const galleryDetails: Open = async (page) => {
  await dialog(page).getByRole('button', { name: 'Details' }).last().click()
  await dialog(page).getByRole('complementary', { name: 'Details' }).getByRole('heading').waitFor()
}
/** The browser does not allow the page to copy the link. */
export const linkByHand = sequence(
  // A string: the compiler adds a helper to functions that does not exist in the page.
  (page) =>
    page.evaluate(
      "void Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('Not allowed')) })",
    ),
  shareMenu,
  choose('Copy link'),
  seeDialog('Link to this playlist'),
)
export const shareByMail = sequence(
  shareMenu,
  (page) => page.getByRole('menuitem', { name: /e-mail/ }).click(),
  seeDialog('Share this playlist'),
)
/** The form was filled in, closed and opened again: it contains the draft, with a message. */
export const shareDraft = sequence(
  shareByMail,
  async (page) => {
    await dialog(page).getByLabel('Message (optional)').fill('This one is for the long way home.')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  },
  shareByMail,
  (page) => dialog(page).getByRole('button', { name: 'Start over' }).waitFor(),
)
/** The end of a playlist, with related playlists. */
export const related: Open = async (page) => {
  const table = main(page).getByRole('region', { name: 'From related playlists' })
  while (!(await table.isVisible()))
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          scrollTo(0, document.body.scrollHeight)
          requestAnimationFrame(resolve)
        }),
    )
  await table.scrollIntoViewIfNeeded()
}
export const copied = sequence(
  (page) => page.context().grantPermissions(['clipboard-write']),
  shareMenu,
  choose('Copy link'),
  (page) => page.getByRole('region', { name: 'Notifications' }).getByRole('dialog').waitFor(),
)

/** The comments of the first card, one of them by the member. */
export const talk: Open = async (page) => {
  const { id } = (await postsOf(page.request, (await showcase(page.request)).id, 'earliest'))[0]!
  await page.request.post(`/api/v0/comments/${id}`, { headers: asyncHeader, data: { text: 'So that is where it ends, @demo' } })
  await page.goto(`/${(await showcase(page.request)).id}?sort=earliest`)
  const card = main(page).getByRole('list', { name: 'Posts' }).getByRole('article').first()
  await card.getByRole('button', { name: /^Comments on / }).click()
  await card
    .getByRole('textbox', { name: 'Your comment' })
    .or(card.getByRole('button', { name: 'Sign in to add a comment...' }))
    .first()
    .waitFor()
  await card.getByRole('listitem').first().waitFor()
}
const ofComment = (name: string | RegExp) =>
  sequence(talk, (page) => main(page).getByRole('listitem').filter({ hasText: /./ }).getByRole('button', { name }).last().click())
export const ofOwnComment = (entry: string): Open => sequence(ofComment(/^More for the comment by /), choose(entry))
export const likers: Open = sequence(ofComment(/^Liked by/), seeDialog('Liked by'))

export const wrongCode: Open = async (page) => {
  await page.getByRole('textbox', { name: 'Code on the TV' }).fill('12')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Enter the 8 characters that the TV shows.').waitFor()
}

const codeOfTv = (page: Page) => page.getByRole('status', { name: 'Pairing code' })
export const tvCode: Open = (page) => codeOfTv(page).getByText(/./).first().waitFor()

/** The page of a television that is connected to the viewer. */
export const pairedTv: Open = async (page) => {
  await tvCode(page)
  const token = await codeOfTv(page).textContent()
  await page.request.post('/api/v1/auth/tvos/settokenuid', { headers: asyncHeader, data: { token } })
  await page.getByRole('region', { name: 'Now playing' }).waitFor()
  await page.keyboard.press('ArrowUp')
}

/**
 * The television plays this post, which another page of the viewer sends to it, and is paused. `then`: an item of its list "Up next" that
 * it plays instead.
 */
export const tvPlaying =
  (title: string, { playlist = playlistTitle, then }: { playlist?: string; then?: string } = {}): Open =>
  async (page) => {
    await pairedTv(page)
    const remote = await page.context().newPage()
    const bead = await beadTitled(page.request, playlist)
    await remote.goto(`/${bead.id}?sort=earliest`)
    await press(`Play ${title}`)(remote)
    const region = remote.getByRole('region', { name: 'Player' })
    await region.getByRole('button', { name: 'Devices' }).click()
    await remote.getByRole('list', { name: 'Devices' }).getByRole('button', { name: /^TV/ }).last().click()
    await page.getByRole('heading', { name: title }).waitFor()
    if (then !== undefined) {
      await page.getByRole('list', { name: 'Up next' }).getByRole('button', { name: then }).press('Enter')
      await page.getByRole('heading', { name: then }).waitFor()
    }
    await page.getByRole('slider', { name: 'Progress' }).and(page.locator('[tabindex="0"]')).waitFor()
    await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await remote.close()
  }

export const tvSignOut: Open = async (page) => {
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await page.getByRole('alertdialog').waitFor()
}

/** A television that loses the connection while it shows its code. */
export const tvUnreachable: Open = async (page) => {
  await page.route('**/api/v1/auth/tvos/poll', (route) => route.abort())
  await page.getByRole('alert').waitFor()
}

const castDevicesOfPages = new WeakMap<Page, Promise<CastDevice>>()
/** A Cast device that the page finds, also for the screens that follow on this page. */
const castDeviceOf = (page: Page): Promise<CastDevice> => {
  const known = castDevicesOfPages.get(page)
  if (known) return known
  const created = createCastDevice().then(async (device) => {
    page.once('close', device.close)
    await device.addSender(page)
    return device
  })
  castDevicesOfPages.set(page, created)
  return created
}

/** The list of devices of a visitor, with the one of Google Cast. */
export const castDevices: Open = async (page) => {
  await castDeviceOf(page)
  const bead = await showcase(page.request)
  await page.goto(`/${bead.id}?sort=earliest`)
  await press('Play')(page)
  const region = page.getByRole('region', { name: 'Player' })
  await region.getByRole('button', { name: 'Devices' }).click()
  await page.getByRole('button', { name: 'Cast to a TV' }).waitFor()
}

/** One step: the list of devices does not stay open when the size of the window changes. */
export const castPlaying: Open = async (page) => {
  await castDevices(page)
  await page.getByRole('button', { name: 'Cast to a TV' }).click()
  await page.getByText('Playing on Living room TV').first().waitFor()
}

/** The page of the receiver without a queue. */
export const castReceiver: Open = async (page) => {
  const device = await createCastDevice()
  page.once('close', device.close)
  await device.showReceiver(page)
  await page.getByRole('heading', { name: 'Ready to cast' }).waitFor()
}

export const pressedBookmarklet: Open = async (page) => {
  await page.getByRole('link', { name: 'Post to Strand' }).click()
  await page.getByText('This button works on other pages').waitFor()
}

/** The window of the bookmarklet after its wizard was closed without a post. */
export const closedQuickPost: Open = async (page) => {
  const wizard = dialog(page, 'Add a post')
  await wizard.getByRole('button', { name: 'Choose something else' }).waitFor()
  await wizard.getByRole('button', { name: 'Close', exact: true }).click()
  await dialog(page, 'Your changes will not be saved. Close anyway?').getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('button', { name: 'Write the post' }).waitFor()
}

/** The admin log, with two entries that cancel each other out. */
export const log: Open = async (page) => {
  for (const canFollow of [false, true]) {
    const answer = await page.request.post('/api/v0/admin/members/partner/privileges', {
      headers: asyncHeader,
      data: { privileges: { canFollow } },
    })
    if (!answer.ok()) throw new Error(await answer.text())
  }
  await page.reload()
  await page.getByRole('list', { name: 'Admin log' }).waitFor()
}

/** The admin page of a playlist or post, when it is loaded. */
export const adminContent: Open = (page) => page.getByRole('heading', { name: 'Admin actions' }).waitFor()

/** The review queue with a flagged post. */
export const review: Open = async (page) => {
  const [post] = await postsOf(page.request, (await showcase(page.request)).id, 'recent')
  const member = await page
    .context()
    .browser()!
    .newContext({ baseURL: new URL(page.url()).origin })
  await member.request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: 'partner', password: 'strand' } })
  await member.request.post(`/api/v0/feedback/flag/${post!.id}`, { headers: asyncHeader, data: { reason: 'Spam' } })
  await member.close()
  await page.reload()
  await page.getByRole('list', { name: 'Review queue' }).waitFor()
}
