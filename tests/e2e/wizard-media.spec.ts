/** The media step of the wizard: search, paste, upload, link details and duplicates (D2–D5). */
import type { Answer } from '#contract/endpoints.ts'
import { messages } from '#contract/messages.ts'
import { picture } from '../support/pictures.ts'
import { addPost } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { chooseLink, compose, onwards, postIt, toWriting } from './members.ts'

const clip = '/clips/last-light.mp4'
type SearchResults = Answer<'GET /api/v0/mediasearch'>
const find = (source: 'archive' | 'vimeo', n: number, word: string): SearchResults['results'][number] => ({
  _id: `${source}:${n}`,
  id: `${source}:${n}`,
  uri: String(n),
  type: 'video',
  source,
  title: `${word} ${n}`,
  image: null,
  href: `https://${source}.example/${n}`,
})

/** Fakes two services, one with 60 results and one with three; the query "slow" waits for `release`. */
async function answerSearches(page: Page): Promise<{ requests: string[]; release: () => void }> {
  const requests: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v0/mediasearch/sources', (route) =>
    route.fulfill({
      json: {
        sources: (['archive', 'vimeo', 'youtube'] as const).map((name) => ({
          name,
          title: { archive: 'Internet Archive', vimeo: 'Vimeo', youtube: 'YouTube' }[name],
          types: ['video'],
          available: name !== 'youtube',
        })),
      },
    }),
  )
  await page.route('**/api/v0/mediasearch?**', async (route) => {
    const query = new URL(route.request().url()).searchParams
    const [q, source, from, limit] = [
      query.get('q')!,
      query.get('source') as 'archive' | 'vimeo',
      Number(query.get('from')),
      Number(query.get('limit')),
    ]
    requests.push(`${q} ${source} ${from} ${limit}`)
    if (q === 'slow') await held
    const total = source === 'archive' ? 60 : 3
    const results = Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, n) => find(source, from + n, q))
    await route.fulfill({ json: { results, next: from + limit < total ? from + limit : null, counts: { total }, outages: [] } })
  })
  return { requests, release }
}

test('D2 results by source: 4 per group, then 20, then 18; stale answers are dropped; URLs are resolved; a short query shows its scope', async ({
  page,
}) => {
  const { requests, release } = await answerSearches(page)
  const { dialog, box } = await compose(page, 'Looked for')
  await expect(dialog.getByRole('radio')).toHaveCount(4)
  const group = (name: string) => dialog.getByRole('region', { name })
  await box.fill('slow')
  await expect.poll(() => requests).toContain('slow archive 0 4')
  await box.fill('night music')
  await expect(group('Internet Archive').getByRole('button', { name: /^night music/ })).toHaveCount(4)
  await expect(group('Vimeo').getByRole('button', { name: /^night music/ })).toHaveCount(3)
  await expect(group('YouTube')).toHaveCount(0)
  release()
  await expect(dialog.getByText('Searches this short only cover music, film, sports and comedy.')).toHaveCount(0)
  await group('Internet Archive').getByRole('button', { name: 'Load more of Internet Archive' }).click()
  await expect.poll(() => requests).toContain('night music archive 4 20')
  await expect
    .poll(() =>
      group('Internet Archive')
        .getByRole('button', { name: /^night music/ })
        .count(),
    )
    .toBeGreaterThanOrEqual(24)
  await group('Internet Archive')
    .getByRole('button', { name: /^night music/ })
    .last()
    .scrollIntoViewIfNeeded()
  await expect.poll(() => requests).toContain('night music archive 24 18')
  await expect(dialog.getByText(/^slow/)).toHaveCount(0)
  await box.fill('nite')
  await expect(dialog.getByText('Searches this short only cover music, film, sports and comedy.')).toBeVisible()

  await page.route(
    '**/api/v0/media/detect',
    (route) =>
      route.fulfill({
        json: {
          media: { type: 'video', href: 'https://vimeo.example/1', title: 'A to D', source: 'Vimeo', media: [] },
          detected: {
            what: 'Found',
            who: { artists: ['A', 'B', 'C'] },
            tags: ['Night'],
            source: 'Vimeo',
            id: '1',
            byuri: false,
            bycategory: false,
          },
        },
      }),
    { times: 1 },
  )
  await group('Vimeo')
    .getByRole('button', { name: /^nite 1/ })
    .click()
  await test.step('D3 title, artists and tags come from the detection, with 3 artists in the display title', async () => {
    await expect(dialog.getByText('A, B, C – Found')).toBeVisible()
    await onwards(dialog).click()
    await expect(dialog.getByRole('combobox', { name: 'What is it called?' })).toHaveValue('Found')
    await expect(dialog.getByText('You can add at most 3.')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'What is it called?' }).fill('A t')
    await page.getByRole('option', { name: 'A to D' }).click()
    await expect(dialog.getByText('A, B, C – A to D')).toBeVisible()
    await onwards(dialog).click()
    await expect(dialog.getByText('#Night')).toBeVisible()
    await expect(dialog.getByLabel('Headline')).toHaveValue('A to D')
  })
  await dialog.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Choose media' }).click()
  await dialog.getByRole('button', { name: 'Choose something else' }).click()
  await chooseLink(dialog, clip)
  await expect(dialog.getByText('Strand – Last light')).toBeVisible()
  await test.step('D2 another medium removes the detected tags', async () => {
    await toWriting(dialog)
    await expect(dialog.getByLabel('Headline')).toHaveValue('Last light')
    await expect(dialog.getByText('#Night')).toHaveCount(0)
  })
})

test('D4 a duplicate → Post Anyways, Cancel, or open the existing post; also after picking the playlist', async ({ page }) => {
  const { dialog, box, bead } = await compose(page, 'Has it already')
  const there = await addPost(page.context().request, bead, clip, 'There already')
  await box.fill(clip)
  const overlay = page.getByRole('dialog', { name: messages.postDuplicate })
  await expect(overlay.getByRole('button')).toHaveText(['', 'Cancel', 'Open the existing post', 'Post Anyways'])
  await overlay.getByRole('button', { name: 'Open the existing post' }).click()
  await expect(page).toHaveURL(new RegExp(there.id))

  await page.goto('/music')
  await page.getByRole('button', { name: 'Menu' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add a post' }).click()
  await chooseLink(dialog, clip)
  await onwards(dialog).click()
  await dialog.getByRole('button', { name: 'Has it already' }).click()
  await overlay.getByRole('button', { name: 'Post Anyways' }).click()
  await toWriting(dialog)
  await dialog.getByLabel('Headline').fill('Once more')
  await postIt(dialog)
  await expect(page).toHaveURL(/newPost/)
})

test('D2 D5 a file still being read does not replace a later paste; cancelling the file picker is handled once', async ({ page }) => {
  await page.addInitScript(() => {
    const world = window as unknown as { cancels: number; release: () => void; reading: boolean; read: boolean }
    world.cancels = 0
    const { addEventListener, removeEventListener } = HTMLInputElement.prototype
    HTMLInputElement.prototype.addEventListener = function (this: HTMLInputElement, ...rest: Parameters<typeof addEventListener>) {
      if (rest[0] === 'cancel') world.cancels += 1
      return addEventListener.apply(this, rest)
    } as typeof addEventListener
    HTMLInputElement.prototype.removeEventListener = function (this: HTMLInputElement, ...rest: Parameters<typeof removeEventListener>) {
      if (rest[0] === 'cancel') world.cancels -= 1
      return removeEventListener.apply(this, rest)
    } as typeof removeEventListener
    const { readAsDataURL } = FileReader.prototype
    const held = new Promise<void>((resolve) => (world.release = resolve))
    FileReader.prototype.readAsDataURL = function (this: FileReader, file: Blob) {
      world.reading = true
      this.addEventListener('load', () => (world.read = true))
      void held.then(() => readAsDataURL.call(this, file))
    }
  })
  const { dialog, box } = await compose(page, 'Two at once')
  await dialog.getByRole('radio', { name: 'Picture' }).check()
  for (const letters of ['n', 'ni', '']) await box.fill(letters)
  await expect(dialog.getByRole('button', { name: 'Upload a picture' })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { cancels: number }).cancels)).toBe(1)
  await dialog.locator('input[type=file]').setInputFiles({ name: 'slow.png', mimeType: 'image/png', buffer: await picture(400, 300) })
  await page.waitForFunction(() => (window as unknown as { reading?: boolean }).reading)
  await dialog.getByRole('radio', { name: 'Video or audio' }).check()
  await chooseLink(dialog, clip)
  await page.evaluate(() => (window as unknown as { release: () => void }).release())
  await page.waitForFunction(() => (window as unknown as { read?: boolean }).read)
  await onwards(dialog).click()
  await expect(dialog.getByRole('combobox', { name: 'What is it called?' })).not.toHaveValue('slow')
  await expect(dialog.getByLabel('Start at')).toBeVisible()
})
