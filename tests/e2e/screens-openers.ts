/** What is done on a page before it shows what `screens-list.ts` names. Without Playwright's runner: pictures are taken without it. */
import type { Locator, Page } from '@playwright/test'
import { asyncHeader, freshEmail, postsOf, showcase } from './api.ts'
import { playPictures } from './pictures.ts'

export type Open = (page: Page) => Promise<unknown>

const main = (page: Page): Locator => page.getByRole('main')
const dialog = (page: Page, name?: string): Locator => page.getByRole('dialog', name === undefined ? {} : { name })
const bar = (page: Page): Locator => page.getByRole('banner')

/** One after the other. */
export const then =
  (...acts: readonly Open[]): Open =>
  async (page) => {
    for (const act of acts) await act(page)
  }

export const seeHeading =
  (name: string | RegExp): Open =>
  (page) =>
    page.getByRole('heading', { name }).first().waitFor()
export const seeDialog =
  (name?: string): Open =>
  (page) =>
    dialog(page, name).waitFor()

/** Presses a button of the page, or of what is open over it. */
export const press =
  (name: string | RegExp): Open =>
  (page) =>
    main(page).getByRole('button', { name, exact: true }).first().click()
export const pressInDialog =
  (name: string | RegExp): Open =>
  (page) =>
    dialog(page).getByRole('button', { name, exact: true }).click()
export const pressInBar =
  (name: string | RegExp): Open =>
  (page) =>
    bar(page)
      .getByRole('button', { name, exact: typeof name === 'string' })
      .click()
export const choose =
  (name: string): Open =>
  (page) =>
    page.getByRole('menuitem', { name, exact: true }).click()
export const seeMenu: Open = (page) => page.getByRole('menu').waitFor()

const moreOfPlaylist: Open = (page) => page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'More' }).click()
export const playlistMenu = then(moreOfPlaylist, seeMenu)
export const fromPlaylistMenu = (entry: string, title?: string): Open => then(moreOfPlaylist, choose(entry), seeDialog(title))

/** With what the code yields. */
export const shareMenu = then(press('Share'), seeMenu)
export const embed = then(shareMenu, choose('Embed…'), seeDialog('Embed this playlist'), (page) =>
  page.frameLocator('iframe').getByRole('listitem').first().waitFor(),
)
/** Among all members, with one chosen. */
export const invite = then(
  (page) => main(page).getByRole('button', { name: 'Invite', exact: true }).click(),
  async (page) => {
    await dialog(page, 'Invite members').getByRole('searchbox', { name: 'Search people' }).fill('chloe')
    await dialog(page).getByRole('checkbox').first().check()
  },
)

/** From the menu of a card. */
const moreOfPost: Open = (page) =>
  main(page)
    .getByRole('button', { name: /^More for / })
    .first()
    .click()
export const postMenu = then(moreOfPost, seeMenu)
export const fromPostMenu = (entry: string): Open => then(moreOfPost, choose(entry), seeDialog())

/** The first sign of a person, for which much waits. */
export const touch: Open = async (page) => {
  await page.mouse.move(4, 300)
  await page.mouse.move(6, 320)
}

/** The page once more, on which timers of these milliseconds never run, or at once: what goes by itself stays to be looked at. */
export const withTimers =
  (timers: Readonly<Record<number, 'never' | 'soon'>>): Open =>
  async (page) => {
    await page.addInitScript((told) => {
      const real = window.setTimeout
      const set = (act: TimerHandler, wait = 0, ...rest: unknown[]) =>
        told[wait] === 'never' ? 0 : real(act, told[wait] === 'soon' ? 0 : wait, ...rest)
      window.setTimeout = set as typeof window.setTimeout
    }, timers)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }

/** The feed by way of another, where the page asks for it, answered like this. */
export const feedAnswered =
  (answer: { status?: number; json: object }, seen: string): Open =>
  async (page) => {
    await page.route('**/api/v2/me/feed?**', (route) => route.fulfill(answer))
    await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('heading', { name: seen }).waitFor()
  }

export const newsInFeed = then(
  async (page) => page.route('**/api/v2/me/feed/status?**', (route) => route.fulfill({ json: { count: 3 } })),
  withTimers({ 10_000: 'soon' }),
  touch,
  (page) => main(page).getByRole('button', { name: '3 New', exact: true }).waitFor(),
)

export const feedReason = then(
  (page) =>
    main(page)
      .getByRole('button', { name: /^(because you follow|Followed by) / })
      .first()
      .click(),
  seeMenu,
)

/** Another build answers (R14). */
export const anotherBuild = then(withTimers({ 5000: 'never' }), touch, async (page) => {
  // What heeds it comes when nothing else is to be done.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.route('**/api/v2/me/feed?**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-strand-build': 'another' } })
  })
  await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('status').getByText('There is a new version of Strand.').waitFor()
})

export const offline = then(touch, async (page) => {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false })
    dispatchEvent(new Event('offline'))
  })
  await page.getByRole('status').getByText("You're offline").waitFor()
})

export const logIn = then(pressInBar('Log In'), (page) => dialog(page).getByLabel('Password', { exact: true }).waitFor())
export const signUp = then(logIn, pressInDialog('Sign up'), (page) => dialog(page).getByLabel('Name').waitFor())
export const forgotPassword = then(logIn, pressInDialog('Forgot password?'), seeHeading('Forgot your password?'))

/** Sent empty: what is wrong is said at each field. */
export const withErrors: Open = async (page) => {
  await dialog(page).getByLabel('Password', { exact: true }).press('Enter')
  await dialog(page).locator('[aria-invalid=true]').first().waitFor()
}

export const passwordSent = then(
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

export const welcome = then(withTimers({ 2500: 'never' }), signUp, async (page) => {
  await dialog(page).getByLabel('Name').fill('Robin Vale')
  await dialog(page).getByLabel('E-mail').fill(freshEmail())
  await dialog(page).getByLabel('Password', { exact: true }).fill('correct horse')
  await dialog(page).getByLabel('Password', { exact: true }).press('Enter')
  await page.getByText('Welcome, Robin Vale!').waitFor()
})

/** As who came from a network that told no address (U8). */
export const addressAsked: Open = async (page) => {
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

export const leftMenu = then(pressInBar('Menu'), seeDialog('Menu'))
export const account = then(pressInBar(/^Account of /), seeMenu)

export const notifications: Open = async (page) => {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Notifications/ })
    .click()
  await dialog(page, 'Notifications').waitFor()
}
export const notificationList = then(notifications, (page) => dialog(page, 'Notifications').getByRole('listitem').first().waitFor())

export const searchFor =
  (words: string): Open =>
  async (page) => {
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill(words)
    await page.getByRole('option').first().waitFor()
  }

/** With a picture chosen, of the demo world's. */
export const picture: Open = async (page) => {
  await press('Change picture')(page)
  const buffer = await (await page.request.get((await showcase(page.request)).image!)).body()
  await dialog(page, 'Profile picture').locator('input[type=file]').setInputFiles({ name: 'mine.jpg', mimeType: 'image/jpeg', buffer })
  await dialog(page, 'Profile picture')
    .getByRole('button', { name: /The part that is shown/ })
    .waitFor()
}

/** The showcase, held at its second post. */
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

/** Followed, and told of every new post: whatever it was before. */
export const superfollowed: Open = async (page) => {
  const id = /b\w{17}/.exec(page.url())![0]
  for (const act of ['follow', 'superfollow']) await page.request.post(`/api/v0/beads/${id}/${act}`, { headers: asyncHeader })
  await page.reload()
  await page.getByRole('group', { name: 'Playlist actions' }).locator('[aria-pressed=true]').nth(1).waitFor()
}

/** One notice at a time: that on the address may come before it. */
export const tagsPrompt: Open = async (page) => {
  const [prompt, address] = [
    page.getByRole('complementary', { name: 'What are you into?' }),
    page.getByRole('region', { name: 'Please confirm your e-mail address' }),
  ]
  await prompt.or(address).waitFor()
  if (await address.isVisible()) await address.getByRole('button', { name: 'Dismiss' }).click()
  await prompt.waitFor()
  // Another screen shows that notice.
  await page.context().clearCookies({ name: 'strand_confirm' })
}

export const filtered: Open = async (page) => {
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('link').first().click()
  await page.getByText(/^\d+ Match(es)?$/).waitFor()
}

/** The composer with a link that was looked at. */
export const linkAdded = then(press('add to this Playlist'), async (page) => {
  await dialog(page).getByPlaceholder('Type to search or paste a link...').fill(new URL('/clips/mandelbrot-dive.mp4', page.url()).href)
  await dialog(page)
    .getByRole('button', { name: 'Choose something else' })
    .or(page.getByRole('button', { name: 'Post Anyways' }))
    .first()
    .waitFor()
})

export const gallery = then(press(/^View .* large$/), (page) =>
  page.getByRole('dialog', { name: 'Pictures of the playlist' }).and(page.locator('[data-state=loaded]')).waitFor(),
)
export const galleryDetails: Open = async (page) => {
  await dialog(page).getByRole('button', { name: 'Details' }).last().click()
  await dialog(page).getByRole('complementary', { name: 'Details' }).getByRole('heading').waitFor()
}
/** Where the browser does not let the page copy it. */
export const linkByHand = then(
  // In words: what a tool names in a function that goes to the page is not there.
  (page) =>
    page.evaluate(
      "void Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject(new Error('Not allowed')) })",
    ),
  shareMenu,
  choose('Copy link'),
  seeDialog('Link to this playlist'),
)
export const shareByMail = then(
  shareMenu,
  (page) => page.getByRole('menuitem', { name: /e-mail/ }).click(),
  seeDialog('Share this playlist'),
)
/** Written, left and opened again: what had been written is there, and said to be. */
export const shareDraft = then(
  shareByMail,
  async (page) => {
    await dialog(page).getByLabel('Message (optional)').fill('This one is for the long way home.')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  },
  shareByMail,
  (page) => dialog(page).getByRole('button', { name: 'Start over' }).waitFor(),
)
/** The end of a playlist, with what is like it. */
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
const onwardsIn =
  (heading: string): Open =>
  async (page) => {
    await dialog(page)
      .getByRole('button', { name: /^(Next|Preview)$/ })
      .click()
    await dialog(page).getByRole('heading', { name: heading, exact: true }).waitFor()
  }
const anyway: Open = async (page) => {
  const repeat = page.getByRole('button', { name: 'Post Anyways' })
  if (await repeat.isVisible()) await repeat.click()
}

/** The steps of the wizard, each from the one before. */
export const wizardInfo = then(linkAdded, anyway, onwardsIn('Media info'))
export const wizardWrite = then(wizardInfo, onwardsIn('Write post'))
export const wizardPreview = then(wizardWrite, onwardsIn('Preview'))
export const wizardPicture = then(press('add to this Playlist'), async (page) => {
  await dialog(page).getByRole('radio', { name: 'Picture' }).click()
  await dialog(page).getByRole('button', { name: 'Upload a picture' }).waitFor()
})
export const wizardSearch = then(press('add to this Playlist'), async (page) => {
  await dialog(page).getByPlaceholder('Type to search or paste a link...').fill('light')
  await dialog(page).getByRole('region', { name: 'Already in Strand' }).waitFor()
})
export const wizardBulk = then(press('add to this Playlist'), async (page) => {
  await dialog(page)
    .getByPlaceholder('Type to search or paste a link...')
    .fill('https://example.org/1 https://example.org/2 https://example.org/3')
  await dialog(page).getByRole('list', { name: 'Links' }).waitFor()
})
export const wizardPicker = then(postMenu, choose('Add to another playlist'), (page) =>
  dialog(page).getByRole('list', { name: 'Playlists' }).waitFor(),
)
export const wizardChallenge = then(
  press('add to this Playlist'),
  async (page) => {
    await page.getByRole('radio', { name: /^My entry for the challenge/ }).click()
    await dialog(page).getByPlaceholder('Type to search or paste a link...').fill('/clips/rule-110.mp4')
    await dialog(page)
      .getByRole('button', { name: 'Choose something else' })
      .or(page.getByRole('button', { name: 'Post Anyways' }))
      .first()
      .waitFor()
  },
  anyway,
  onwardsIn('Student info'),
)

export const copied = then(
  (page) => page.context().grantPermissions(['clipboard-write']),
  shareMenu,
  choose('Copy link'),
  (page) => page.getByRole('region', { name: 'Notifications' }).getByRole('dialog').waitFor(),
)

/** A post whose link has died, for one who may repair it; what was found in its place and what was there before. */
export const deadPost: Open = async (page) => {
  await page.route(/\/api\/v0\/posts\/b\w+\/p\w+$/, async (route) => {
    const response = await route.fetch()
    const post = (await response.json()) as { id: string; media: object; can: object }
    const dead = { ...post, media: { ...post.media, status: 404 }, can: { ...post.can, repair: true } }
    const find = {
      href: '/clips/last-light.mp4',
      title: 'Last light, as it was sung at the station in the rain',
      author: 'Ann Lee',
      source: 'Internet Archive',
      type: 'video',
      duration: 84,
      image: null,
      score: 87,
      rejected: false,
    }
    const by = { uid: 'partner', name: 'Partner', verified: false, image: null }
    await page.route('**/repair', (asked) =>
      asked.fulfill({
        json: {
          post: dead,
          dead: true,
          version: 'v',
          checkedDate: '2026-01-01T00:00:00.000Z',
          searchedDate: '2026-01-01T00:00:00.000Z',
          outages: ['Vimeo'],
          suggestions: [find, { ...find, href: '/clips/tides.m3u8', title: 'Last light', score: 61, rejected: true }],
          history: [
            {
              id: 'x',
              by,
              date: '2026-01-01T00:00:00.000Z',
              from: { href: '/a', title: 'Last light', source: 'YouTube' },
              to: { href: '/b', title: 'Lost light', source: 'Vimeo' },
              undone: { by: null, date: '2026-01-02T00:00:00.000Z' },
              canUndo: false,
            },
          ],
        },
      }),
    )
    await route.fulfill({ response, json: dead })
  })
  await main(page)
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Play / }) })
    .first()
    .getByRole('heading')
    .getByRole('link')
    .click()
  await main(page).getByText('This link is dead').waitFor()
}
export const repairDialog = then(deadPost, press(/^Repair the dead link/), async (page) => dialog(page).getByText('87% alike').waitFor())

const startPlaylist = press('Start a Playlist')
/** Its second slide, with what some services found. */
export const creatorPictures: Open = async (page) => {
  await playPictures(page)
  await startPlaylist(page)
  await dialog(page).getByPlaceholder('Enter a title').fill('Sunsets that I saw')
  await dialog(page).getByLabel('Category', { exact: true }).selectOption('art')
  await pressInDialog('Next')(page)
  await dialog(page).getByRole('searchbox').fill('sunset')
  await page.keyboard.press('Enter')
  await dialog(page)
    .getByRole('button', { name: /^Sunset 4, / })
    .waitFor()
}
export const creatorCrop = then(creatorPictures, async (page) => {
  await dialog(page)
    .getByRole('button', { name: /^Sunset 2, / })
    .click()
  await dialog(page).getByLabel("Owner's name").waitFor()
})
export const creatorRefused = then(startPlaylist, async (page) => {
  await dialog(page)
    .getByRole('radio', { name: /Open community/ })
    .check()
  await pressInDialog('Next')(page)
  await dialog(page).getByText('Please choose a category.').waitFor()
})

/** A file with a bit of everything, as the import shows it before anything is made. */
const listChosen: Open = async (page) => {
  const songs = Array.from(
    { length: 8 },
    (_, n) => `#EXTINF:${200 + n},Ann Airs - Song number ${n + 1}\nhttps://files.example/a-folder-with-a-long-name/song-${n + 1}.mp3\n`,
  ).join('')
  const content = `#EXTM3U\n#PLAYLIST:Songs of a summer\n#EXTINF:9,Only on my disk\nC:\\Music\\mine.mp3\n${songs}https://files.example/a-folder-with-a-long-name/song-1.mp3\n`
  await dialog(page)
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'summer.m3u', mimeType: 'audio/x-mpegurl', buffer: Buffer.from(content) })
  await page.getByRole('list', { name: 'What would be imported' }).waitFor()
}
export const importPreview = then(fromPlaylistMenu('Import…', 'Import into this playlist'), listChosen)
export const importReport = then(importPreview, async (page) => {
  await page.route('**/import', (route) =>
    route.fulfill({
      json: {
        format: 'm3u',
        total: 10,
        added: 8,
        repeated: 1,
        repeats: [],
        next: null,
        failed: [{ line: 4, title: 'Only on my disk', reason: 'It has no web address, so there is nothing to play.' }],
      },
    }),
  )
  await page.getByRole('button', { name: 'Import 8 posts' }).click()
  await page.getByRole('list', { name: '1 could not be matched:' }).waitFor()
})
export const importNew = then(startPlaylist, pressInDialog('Import from a file…'), seeDialog('Import a playlist'), listChosen)
export const wizardNewPlaylist = then(wizardPicker, pressInDialog('Start a new Playlist'), (page) =>
  page.getByRole('textbox', { name: 'Start a new Playlist' }).waitFor(),
)

/** The comments of the first card, with one's own among them. */
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
  then(talk, (page) => main(page).getByRole('listitem').filter({ hasText: /./ }).getByRole('button', { name }).last().click())
export const ofOwnComment = (entry: string): Open => then(ofComment(/^More for the comment of /), choose(entry))
export const likers: Open = then(ofComment(/^Liked by/), seeDialog('Liked by'))
