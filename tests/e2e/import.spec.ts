/** Import and export of playlists as files (BY11, BY12). */
import { readFile } from 'node:fs/promises'
import { messages } from '#contract/messages.ts'
import { addPost, asyncHeader, postsOf, signUp, startPlaylist } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { enter, reach } from './keyboard.ts'

async function choose(page: Page, entry: string) {
  await page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  return page.getByRole('dialog')
}
const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

test('BY11 BY12 importing a file → posts and a report of unmatched entries; an empty, invalid or large file → an error; exports reimport', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const { request } = page.context()
  await signUp(request, 'Imke Imports')
  const bead = await startPlaylist(request, 'From elsewhere')
  await addPost(request, bead.id, `${baseURL}/clips/mandelbrot-dive.mp4`, 'There already')
  await page.goto(bead.href)
  const dialog = await choose(page, 'Import…')
  await expect(dialog).toContainText('Choose a file, or drop it here')
  const input = dialog.locator('input[type=file]')
  for (const [one, message] of [
    [file('empty.m3u', ' \n'), messages.importEmpty],
    [file('letter.txt', 'Dear Ann, how are you?'), messages.importUnknown],
    [file('stream.m3u8', '#EXTM3U\n#EXT-X-TARGETDURATION:10\nhttps://a.example/1.ts\n'), messages.importStream],
    [file('large.csv', 'x'.repeat(3_000_001)), messages.importTooLarge],
  ] as const) {
    await input.setInputFiles(one)
    await expect(dialog.getByRole('alert')).toHaveText(message)
  }
  const list = `#EXTM3U\n#EXTINF:10,Ann - Waltz\n${baseURL}/clips/waltz-for-a-kettle.ogg\n#EXTINF:10,Here before\n${baseURL}/clips/mandelbrot-dive.mp4\n#EXTINF:5,Only on my disk\nC:\\Music\\mine.mp3\n`
  // After a failed preview, the same file can be chosen again.
  await page.route('**/import/preview', (route) => route.abort(), { times: 1 })
  const refused = page.waitForEvent('requestfailed', (failed) => failed.url().endsWith('/import/preview'))
  await input.setInputFiles(file('mine.m3u', list))
  await refused
  await expect(dialog.getByRole('alert')).toHaveText(/./)
  await expect(dialog.getByRole('alert')).not.toHaveText(messages.importTooLarge)
  await input.setInputFiles(file('mine.m3u', list))
  await expect(dialog.getByRole('status')).toContainText("1 post to add, 1 duplicate, 1 couldn't be matched")
  const entries = dialog.getByRole('list', { name: 'Import preview' }).getByRole('listitem')
  await expect(entries).toHaveText([/Waltz.*Ann/, /Here before.*Duplicate/, `Only on my diskLine 7: ${messages.importNoAddress}`])
  // Nothing is created before the import is confirmed.
  expect(await postsOf(request, bead.id, 'earliest')).toHaveLength(1)
  await page.route('**/import', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Import 1 post' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/./)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('1 post was added.')).toBeVisible({ timeout: 30_000 })
  await expect(dialog.getByText('1 duplicate was skipped.')).toBeVisible()
  await expect(dialog.getByRole('list', { name: "1 couldn't be matched:" })).toContainText(
    `Line 7 Only on my disk ${messages.importNoAddress}`,
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').getByRole('article').filter({ hasText: 'Waltz' })).toBeVisible()

  const out = await choose(page, 'Export…')
  const exported: Record<string, string> = {}
  for (const name of ['JSPF', 'XSPF', 'M3U', 'CSV']) {
    const [download] = await Promise.all([page.waitForEvent('download'), out.getByRole('link', { name: new RegExp(`^${name}`) }).click()])
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${name.toLowerCase()}8?$`))
    exported[name] = await readFile(await download.path(), 'utf8')
    expect(exported[name]).toContain('There already')
  }
  const copy = await startPlaylist(request, 'A copy')
  await page.goto(copy.href)
  await choose(page, 'Import…')
  await dialog.locator('input[type=file]').setInputFiles(file('from-elsewhere.jspf', exported['JSPF']!))
  await dialog.getByRole('button', { name: 'Import 2 posts' }).click()
  await expect(dialog.getByText('2 posts were added.')).toBeVisible({ timeout: 30_000 })
  expect((await postsOf(request, copy.id, 'earliest')).map(({ title }) => title)).toEqual(
    (await postsOf(request, bead.id, 'earliest')).map(({ title }) => title),
  )
})

/** Drops a file on an element. */
const drop = (place: Locator, name: string, content: string) =>
  place.evaluate(
    (element, [called, text]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([text!], called!, { type: 'text/plain' }))
      for (const type of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    },
    [name, content],
  )

test('BY11 a CSV or a YouTube Takeout file dropped on the dialog → its preview; a drop outside of it is ignored', async ({
  page,
  baseURL,
}) => {
  const { request } = page.context()
  await signUp(request, 'Dora Drops')
  const bead = await startPlaylist(request, 'Dropped in')
  await page.goto(bead.href)
  const dialog = await choose(page, 'Import…')
  const place = dialog.getByText('Choose a file, or drop it here')
  await drop(dialog.getByRole('heading'), 'missed.csv', 'url\nhttps://example.org/x')
  await expect(place).toBeVisible()
  await drop(
    place,
    'songs.csv',
    `title,artist,url,tags,start\nFirst light,"Ann, Ben",${baseURL}/clips/last-light.mp4,"Slow, Evening",0:02\nNo place,Cy,,,\n`,
  )
  await expect(dialog.getByRole('status')).toContainText('songs.csv: 2 entries')
  await dialog.getByRole('button', { name: 'Import 1 post' }).click()
  await expect(dialog.getByRole('list', { name: "1 couldn't be matched:" })).toContainText(`Line 3 No place ${messages.importNoAddress}`)
  expect((await postsOf(request, bead.id, 'earliest'))[0]).toMatchObject({
    title: 'First light',
    tags: ['Slow', 'Evening'],
    media: { startTime: 2, artist: 'Ann, Ben' },
  })

  await drop(
    dialog.getByText('Import another file'),
    'Mine-videos.csv',
    'Video ID,Playlist Video Creation Timestamp\ndQw4w9WgXcQ,2024-01-02T03:04:05+00:00\n9bZkp7q19f0,2024-01-02T03:04:06+00:00\ndQw4w9WgXcQ,2024-01-02T03:04:07+00:00\n',
  )
  await expect(dialog.getByRole('status')).toContainText('2 posts to add, 1 duplicate')
  await dialog.getByRole('button', { name: 'Import 2 posts' }).click()
  await expect(dialog.getByRole('status')).toContainText('2 posts were added.', { timeout: 60_000 })
  await expect(dialog.getByRole('status')).toContainText('1 duplicate was skipped.')
  expect((await postsOf(request, bead.id, 'earliest')).slice(1).map(({ media }) => media?.href)).toEqual([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=9bZkp7q19f0',
  ])
})

/** A JSPF file of text posts, which need no look-up of a link. */
const words = (count: number) =>
  JSON.stringify({
    playlist: {
      track: Array.from({ length: count }, (_, n) => ({
        extension: { 'urn:strand:playlist:1': [{ title: `Thought ${n + 1}`, tags: [], media: null }] },
      })),
    },
  })

test('BY11 a long import shows its progress, and can be stopped and resumed', async ({ page }) => {
  test.setTimeout(180_000)
  const { request } = page.context()
  await signUp(request, 'Lena Long')
  const bead = await startPlaylist(request, 'At length')
  await page.goto(bead.href)
  const dialog = await choose(page, 'Import…')
  await dialog.locator('input[type=file]').setInputFiles(file('thoughts.jspf', words(502)))
  await expect(dialog.getByRole('status')).toContainText('These are the first 500 of 502.')
  const entries = dialog.getByRole('list', { name: 'Import preview' }).getByRole('listitem')
  await expect(entries).toHaveCount(500)
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect(entries).toHaveCount(502)
  await expect(dialog.getByRole('status')).toContainText('502 posts to add')
  // The first response is held until Stop is pressed.
  let release = () => {}
  const pressed = new Promise<void>((resolve) => (release = resolve))
  await page.route(
    '**/import',
    async (route) => {
      await pressed
      await route.continue()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Import 502 posts' }).click()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog.getByRole('button', { name: 'Stopping…' })).toHaveAttribute('aria-busy', 'true')
  // Escape does not close the dialog during an import.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  release()
  await expect(dialog.getByRole('status')).toContainText('500 posts were added.', { timeout: 120_000 })
  await expect(dialog.getByRole('status')).toContainText('2 are left.')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('status')).toContainText('502 posts were added.', { timeout: 60_000 })
  const answer = await request.get(`/api/v0/beads/${bead.id}`)
  expect(((await answer.json()) as { postCount: number }).postCount).toBe(502)
})

test("BY11 C4 a new playlist from a file, by keyboard: preview first; its title is the file's until another is typed", async ({
  page,
  baseURL,
}) => {
  test.setTimeout(90_000)
  const { request } = page.context()
  const { uid } = await signUp(request, 'Nina News')
  await page.goto('/music')
  const creator = page.getByRole('dialog', { name: 'Start a Playlist' })
  const dialog = page.getByRole('dialog', { name: 'Import a playlist' })
  const list = `#EXTM3U\n#PLAYLIST:Kitchen songs\n#EXTINF:10,Ann - Waltz\n${baseURL}/clips/waltz-for-a-kettle.ogg\n#EXTINF:9,Dive\n${baseURL}/clips/mandelbrot-dive.mp4\nsong.mp3\n`
  const begin = async () => {
    await enter(page, page.getByRole('main').getByRole('button', { name: 'Start a Playlist' }).first())
    await enter(page, creator.getByRole('button', { name: 'Import from a file…' }))
    await reach(page, dialog.locator('input[type=file]'))
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')])
    await chooser.setFiles(file('kitchen.m3u', list))
    await expect(dialog.getByRole('status')).toContainText("2 posts to add, 1 couldn't be matched")
  }
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account of/ })
    .waitFor()
  await page.evaluate(() => document.querySelector<HTMLElement>('#main h1')?.focus())
  await begin()
  const title = dialog.getByLabel('Title')
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('Kitchen songs')
  for (const [wrong, problem] of [
    ['7', messages.beadTitleInvalid],
    ['x'.repeat(65), messages.beadTitleTooLong],
  ] as const) {
    await title.fill(wrong)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert').filter({ hasText: problem })).toBeVisible()
    await expect(title).toBeFocused()
  }
  await title.fill('Songs for a kitchen')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Your changes will not be saved. Close anyway?' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(title).toHaveValue('Songs for a kitchen')
  await page.reload()
  await begin()
  await expect(title).toHaveValue('Songs for a kitchen')
  // No playlist is created before the confirmation, or if the request fails.
  await page.route(
    '**/api/v0/beads',
    (route) => (route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.fallback()),
    { times: 1 },
  )
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  const mine = async () =>
    (
      (await (await request.get(`/api/v0/beads?createdby=${uid}`)).json()) as {
        results: { id: string; title: string; category: string; isDraft: boolean }[]
      }
    ).results
  expect(await mine()).toEqual([])
  await enter(page, dialog.getByRole('button', { name: 'Import 2 posts' }))
  await expect(dialog.getByRole('list', { name: "1 couldn't be matched:" })).toContainText(`Line 7 song.mp3 ${messages.importNoAddress}`, {
    timeout: 30_000,
  })
  await enter(page, dialog.getByRole('button', { name: 'Open the playlist' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Songs for a kitchen' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const [bead] = await mine()
  expect(bead).toMatchObject({ title: 'Songs for a kitchen', category: 'other', isDraft: false })
  expect((await postsOf(request, bead!.id, 'earliest')).map(({ title: called }) => called)).toEqual(['Waltz', 'Dive'])
})

test('BY12 a published playlist can be exported by everyone, a draft by its collaborators only', async ({ page, newVisitor }) => {
  const { request } = page.context()
  await signUp(request, 'Una Unseen')
  const response = await request.post('/api/v0/beads', {
    headers: asyncHeader,
    data: { title: 'Not yet', description: '', category: 'other', invitees: [], isDraft: true },
  })
  const { data: draft } = (await response.json()) as { data: { id: string; href: string } }
  await addPost(request, draft.id, '/clips/last-light.mp4', 'Unseen')
  await page.goto(draft.href)
  const out = await choose(page, 'Export…')
  const [download] = await Promise.all([page.waitForEvent('download'), out.getByRole('link', { name: /^CSV/ }).click()])
  expect(await readFile(await download.path(), 'utf8')).toContain('Unseen')
  const other = await newVisitor()
  const ask = () => other.request.get(`/api/v0/beads/${draft.id}/export?format=csv`)
  expect((await ask()).status()).toBe(403)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog', { name: 'Publish this playlist?' }).getByRole('button', { name: 'Publish' }).click()
  await expect.poll(async () => (await ask()).status()).toBe(200)
})
