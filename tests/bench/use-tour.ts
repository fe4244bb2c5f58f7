/** A tour through the screens of a member: each stop follows a link of the screen before, and some open a dialog or a menu there. */
import type { Locator, Page } from '@playwright/test'
import { dialog, main, bar, choose, press, pressInBar, seeDialog, seeMenu, sequence, type Open } from '../e2e/screens-steps.ts'
import { playerOf } from '../e2e/members.ts'
import { boxOf, optionsOf } from '../e2e/search-box.ts'

export interface Stop {
  /** The screen that it leads to. */
  name: string
  /** Follows a link to the screen. Each round chooses other playlists, members, categories and words. */
  go(page: Page, round: number): Promise<unknown>
  /** The button that starts playing there. */
  play?: 'Play' | 'Play all'
  /** What the member opens and closes there. */
  open?: Open
}

const escape: Open = async (page) => {
  await page.keyboard.press('Escape')
  await dialog(page).or(page.getByRole('menu')).first().waitFor({ state: 'hidden' })
}

/** The n-th of the links, or of as many as there are. */
async function pick(links: Locator, n: number): Promise<Locator> {
  await links.first().waitFor()
  return links.nth(n % (await links.count()))
}

/** Follows a link, and waits for the heading of another screen. */
async function follow(page: Page, link: Locator): Promise<void> {
  const before = page.url()
  await link.click()
  await page.waitForURL((url) => url.href !== before)
  await main(page).getByRole('heading', { level: 1 }).first().waitFor()
}

const linkIn = (page: Page, selector: string): Locator => main(page).locator(selector).filter({ visible: true })
/** Titles of playlists; the addresses of posts end in the id of the post. */
const playlists = 'h3 a[href^="/b0"]:not([href*="-p0"])'

const toHome = (page: Page) => follow(page, bar(page).getByRole('link', { name: 'Strand: discover playlists' }))
const toFeed = (name: string) => (page: Page) => follow(page, bar(page).getByRole('link', { name, exact: true }))
/** To a playlist with posts. */
async function toPlaylist(page: Page, n: number): Promise<void> {
  const cards = main(page)
    .getByRole('listitem')
    .filter({ hasNotText: /(?<!\d)0 posts/ })
  await follow(page, await pick(cards.locator(playlists).filter({ visible: true }), n))
}
const toAccountEntry = (name: string) => async (page: Page) => {
  await pressInBar(/^Account of /)(page)
  await follow(page, page.getByRole('menuitem', { name, exact: true }))
}

const words = ['music', 'light', 'piano', 'river', 'song', 'film', 'small']

async function toSearch(page: Page, round: number): Promise<void> {
  const box = boxOf(page)
  await box.fill('')
  await box.pressSequentially(words[round % words.length]!, { delay: 60 })
  await optionsOf(page).first().waitFor()
  const before = page.url()
  await box.press('Enter')
  await page.waitForURL((url) => url.href !== before)
  await main(page).getByRole('heading', { level: 1 }).waitFor()
}

/** Opens the suggestions of the search box, and closes them. */
const suggestions: Open = async (page) => {
  const box = boxOf(page)
  await box.pressSequentially('pia', { delay: 60 })
  await optionsOf(page).first().waitFor()
  await box.press('Escape')
  await optionsOf(page).first().waitFor({ state: 'hidden' })
  await box.fill('')
  await box.blur()
}

const wizard = sequence(
  press('add to this Playlist'),
  (page) => dialog(page).getByPlaceholder('Type to search or paste a link...').fill('light'),
  (page) => dialog(page).getByRole('region', { name: 'Already in Strand' }).waitFor(),
  async (page) => {
    await dialog(page).getByPlaceholder('Type to search or paste a link...').fill('')
    await escape(page)
  },
)
const creator = sequence(press('Start a Playlist'), seeDialog('Start a Playlist'), escape)
const share = sequence(press('Share'), seeMenu, escape)
const postMenu: Open = async (page) => {
  await (await pick(main(page).getByRole('button', { name: /^More for / }), 0)).click()
  await seeMenu(page)
  await escape(page)
}
const notifications = sequence(pressInBar(/^Notifications/), seeDialog(), escape)
const shortcuts = sequence(pressInBar(/^Account of /), choose('Keyboard shortcuts'), seeDialog('Keyboard shortcuts'), escape)
const queue: Open = async (page) => {
  const button = playerOf(page).getByRole('button', { name: 'Queue', exact: true })
  await button.click()
  await dialog(page, 'Queue').waitFor()
  await button.click()
  await dialog(page, 'Queue').waitFor({ state: 'hidden' })
}
const media: Open = async (page) => {
  for (const name of ['Maximise', 'Minimise']) await playerOf(page).getByRole('button', { name, exact: true }).click()
}

/** 20 navigations. It can follow itself. Every fifth round ends with the same category. */
export const tour: readonly Stop[] = [
  { name: 'discover', go: toHome, open: suggestions },
  { name: 'playlist', go: (page, round) => toPlaylist(page, 7 * round + 2), play: 'Play', open: share },
  { name: 'post', go: async (page, round) => follow(page, await pick(linkIn(page, 'h3 a[href*="-p0"]'), round)), open: media },
  { name: 'member', go: async (page) => follow(page, await pick(linkIn(page, 'a[href^="/p/"]'), 0)) },
  {
    name: 'members followed',
    go: async (page) => follow(page, await pick(linkIn(page, 'a[href$="/following"], a[href$="/followers"]'), 0)),
  },
  { name: 'another member', go: async (page, round) => follow(page, await pick(linkIn(page, 'li a[href^="/p/"]'), round)) },
  { name: 'search', go: toSearch, open: queue },
  {
    name: 'playlists found',
    go: (page) => follow(page, main(page).getByRole('link', { name: 'Playlists', exact: true })),
  },
  {
    name: 'posts found',
    go: (page) => follow(page, main(page).getByRole('link', { name: 'Posts', exact: true })),
    play: 'Play all',
    open: postMenu,
  },
  { name: 'post found', go: async (page, round) => follow(page, await pick(linkIn(page, 'h3 a[href*="-p0"]'), round)) },
  { name: 'back', go: (page) => page.goBack() },
  { name: 'activity', go: toFeed('Activity'), play: 'Play all', open: notifications },
  { name: 'tag', go: async (page, round) => follow(page, await pick(linkIn(page, 'a[href^="/tag/"]'), round)) },
  { name: 'trending', go: toFeed('Trending') },
  { name: 'own profile', go: toAccountEntry('My Profile') },
  { name: 'own playlist', go: (page) => toPlaylist(page, 0), play: 'Play', open: wizard },
  { name: 'collection', go: toAccountEntry('Collection') },
  { name: 'preferences', go: toAccountEntry('Preferences'), open: shortcuts },
  { name: 'discover again', go: toHome, open: creator },
  {
    name: 'category',
    play: 'Play all',
    go: async (page, round) =>
      follow(
        page,
        await pick(
          linkIn(page, 'nav a[href="/music"], nav a[href="/film"], nav a[href="/art"], nav a[href="/books"], nav a[href="/food"]'),
          round,
        ),
      ),
  },
]
