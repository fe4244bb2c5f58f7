/** Openers of screens that change something: the post wizard, the playlist creator, the import and the repair. */
import { playPictures } from './pictures.ts'
import { fromPlaylistMenu, postMenu } from './screens-openers.ts'
import { choose, dialog, main, press, pressInDialog, seeDialog, sequence, type Open } from './screens-steps.ts'

/** The first step of the post wizard. */
export const wizard = sequence(press('add to this Playlist'), (page) =>
  dialog(page).getByPlaceholder('Type to search or paste a link...').waitFor(),
)
/** The composer after the look-up of a link. */
export const linkAdded = sequence(wizard, async (page) => {
  await dialog(page).getByPlaceholder('Type to search or paste a link...').fill(new URL('/clips/mandelbrot-dive.mp4', page.url()).href)
  await dialog(page)
    .getByRole('button', { name: 'Choose something else' })
    .or(page.getByRole('button', { name: 'Post Anyways' }))
    .first()
    .waitFor()
})
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

/** The steps of the wizard. */
export const wizardInfo = sequence(linkAdded, anyway, onwardsIn('Media info'))
export const wizardWrite = sequence(wizardInfo, onwardsIn('Write post'))
export const wizardPreview = sequence(wizardWrite, onwardsIn('Preview'))
export const wizardPicture = sequence(wizard, async (page) => {
  await dialog(page).getByRole('radio', { name: 'Picture' }).click()
  await dialog(page).getByRole('button', { name: 'Upload a picture' }).waitFor()
})
export const wizardSearch = sequence(wizard, async (page) => {
  await dialog(page).getByPlaceholder('Type to search or paste a link...').fill('light')
  await dialog(page).getByRole('region', { name: 'Already in Strand' }).waitFor()
})
export const wizardBulk = sequence(wizard, async (page) => {
  await dialog(page)
    .getByPlaceholder('Type to search or paste a link...')
    .fill('https://example.org/1 https://example.org/2 https://example.org/3')
  await dialog(page).getByRole('list', { name: 'Links' }).waitFor()
})
export const wizardPicker = sequence(postMenu, choose('Add to another playlist'), (page) =>
  dialog(page).getByRole('list', { name: 'Playlists' }).waitFor(),
)
export const wizardChallenge = sequence(
  wizard,
  async (page) => {
    await page.getByRole('radio', { name: /^My entry for the .+ challenge$/ }).click()
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

const suggestion = {
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
/** The repair state of a dead post, with suggestions and earlier replacements. */
export const repairStateOf = (post: object) => ({
  post,
  dead: true,
  version: 'v',
  checkedDate: '2026-01-01T00:00:00.000Z',
  searchedDate: '2026-01-01T00:00:00.000Z',
  outages: ['Vimeo'],
  suggestions: [suggestion, { ...suggestion, href: '/clips/tides.m3u8', title: 'Last light', score: 61, rejected: true }],
  history: [
    {
      id: 'x',
      by: { uid: 'partner', name: 'Partner', verified: false, image: null },
      byAdmin: false,
      date: '2026-01-01T00:00:00.000Z',
      from: { href: '/a', title: 'Last light', source: 'YouTube' },
      to: { href: '/b', title: 'Lost light', source: 'Vimeo' },
      undone: { by: null, byAdmin: true, date: '2026-01-02T00:00:00.000Z' },
      canUndo: false,
    },
  ],
})

/** A post with a dead link, for a member who may repair it, with suggestions and earlier replacements. */
export const deadPost: Open = async (page) => {
  await page.route(/\/api\/v0\/posts\/b\w+\/p\w+$/, async (route) => {
    const response = await route.fetch()
    const post = (await response.json()) as { id: string; media: object; can: object }
    const dead = { ...post, media: { ...post.media, status: 404 }, can: { ...post.can, repair: true } }
    await page.route('**/repair', (route) => route.fulfill({ json: repairStateOf(dead) }))
    await route.fulfill({ response, json: dead })
  })
  await main(page)
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: /^Play / }) })
    .first()
    .getByRole('heading')
    .getByRole('link')
    .click()
  await main(page).getByText('This link has been dead').waitFor()
}
export const repairDialog = sequence(deadPost, press(/^Repair the dead link/), async (page) =>
  dialog(page).getByText('87% match').waitFor(),
)

/** The first slide of the playlist creator. */
export const creator = sequence(press('Start a Playlist'), (page) => dialog(page).getByPlaceholder('Enter a title').waitFor())
/** The second slide, with results of some services. */
export const creatorPictures = sequence(creator, playPictures, async (page) => {
  await dialog(page).getByPlaceholder('Enter a title').fill('Sunsets that I saw')
  await dialog(page).getByLabel('Category', { exact: true }).selectOption('art')
  await pressInDialog('Next')(page)
  await dialog(page).getByRole('searchbox').fill('sunset')
  await page.keyboard.press('Enter')
  await dialog(page)
    .getByRole('button', { name: /^Sunset 4, / })
    .waitFor()
})
export const creatorCrop = sequence(creatorPictures, async (page) => {
  await dialog(page)
    .getByRole('button', { name: /^Sunset 2, / })
    .click()
  await dialog(page).getByLabel("Owner's name").waitFor()
})
export const creatorRefused = sequence(creator, async (page) => {
  await dialog(page)
    .getByRole('radio', { name: /Open community/ })
    .check()
  await pressInDialog('Next')(page)
  await dialog(page).getByText('Please choose a category.').waitFor()
})

/** The preview of an import, of a file with all kinds of entries. */
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
  await page.getByRole('list', { name: 'Import preview' }).waitFor()
}
export const importPreview = sequence(fromPlaylistMenu('Import…', 'Import into this playlist'), listChosen)
export const importReport = sequence(importPreview, async (page) => {
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
  await page.getByRole('list', { name: "1 couldn't be matched:" }).waitFor()
})
export const importNew = sequence(creator, pressInDialog('Import from a file…'), seeDialog('Import a playlist'), listChosen)
export const wizardNewPlaylist = sequence(wizardPicker, pressInDialog('Start a new Playlist'), (page) =>
  page.getByRole('textbox', { name: 'Start a new Playlist' }).waitFor(),
)
