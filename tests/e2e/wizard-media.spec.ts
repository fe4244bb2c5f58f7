/** What a post is about, in the wizard: looked for, pasted, uploaded, told of, held against what is there (D2–D5). */
import type { Answer } from '#contract/endpoints.ts'
import { messages } from '#contract/messages.ts'
import { picture } from '../support/pictures.ts'
import { addPost, postsOf } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { chooseLink, compose, onwards, postIt, toWriting } from './members.ts'
import { pictureAt, playPictures } from './pictures.ts'

const clip = '/clips/last-light.mp4'
const tooSmall = 'Sorry, the image must be at least 300px*200px.'

type Finds = Answer<'GET /api/v0/mediasearch'>
const find = (source: 'archive' | 'vimeo', n: number, word: string): Finds['results'][number] => ({
  _id: `${source}:${n}`,
  id: `${source}:${n}`,
  uri: String(n),
  type: 'video',
  source,
  title: `${word} ${n}`,
  image: null,
  href: `https://${source}.example/${n}`,
})

/** Two services, one with 60 finds and one with three; what is asked for "slow" comes late. */
async function answerSearches(page: Page): Promise<{ asked: string[]; release: () => void }> {
  const asked: string[] = []
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
    asked.push(`${q} ${source} ${from} ${limit}`)
    if (q === 'slow') await held
    const total = source === 'archive' ? 60 : 3
    const results = Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, n) => find(source, from + n, q))
    await route.fulfill({ json: { results, next: from + limit < total ? from + limit : null, counts: { total }, outages: [] } })
  })
  return { asked, release }
}

const pasteInto = (box: Locator, text: string): Promise<void> =>
  box.evaluate((field, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    field.focus()
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('D2 results grouped by source: 4 a group, load-more 20, scroll 18; stale answers are dropped; http… is looked up; short queries say where they look', async ({
  page,
}) => {
  const { asked, release } = await answerSearches(page)
  const { dialog, box } = await compose(page, 'Looked for')
  await expect(dialog.getByRole('radio')).toHaveCount(4)
  const group = (name: string) => dialog.getByRole('region', { name })
  await box.fill('slow')
  await expect.poll(() => asked).toContain('slow archive 0 4')
  await box.fill('night music')
  await expect(group('Internet Archive').getByRole('button', { name: /^night music/ })).toHaveCount(4)
  await expect(group('Vimeo').getByRole('button', { name: /^night music/ })).toHaveCount(3)
  await expect(group('YouTube')).toHaveCount(0)
  release()
  await expect(dialog.getByText('So short a search looks among music, film, sports and comedy only.')).toHaveCount(0)
  await group('Internet Archive').getByRole('button', { name: 'Load more of Internet Archive' }).click()
  await expect.poll(() => asked).toContain('night music archive 4 20')
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
  await expect.poll(() => asked).toContain('night music archive 24 18')
  await expect(dialog.getByText(/^slow/)).toHaveCount(0)
  await box.fill('nite')
  await expect(dialog.getByText('So short a search looks among music, film, sports and comedy only.')).toBeVisible()

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
  await test.step('D3 what, who and tags are those that were detected, with 3 artists in the display title', async () => {
    await expect(dialog.getByText('A, B, C – Found')).toBeVisible()
    await onwards(dialog).click()
    await expect(dialog.getByRole('combobox', { name: 'What is it called?' })).toHaveValue('Found')
    await expect(dialog.getByText("That's 3, and no more fit.")).toBeVisible()
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
  await test.step('D2 the tags that were detected go with what they were detected of', async () => {
    await toWriting(dialog)
    await expect(dialog.getByLabel('Headline')).toHaveValue('Last light')
    await expect(dialog.getByText('#Night')).toHaveCount(0)
  })
})

test('D4 a repeat asks: Post Anyways, Cancel, or open the existing post; also where the playlist is picked afterwards', async ({
  page,
}) => {
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

test('D5 an upload: each message and limit; what was chosen outlives a reload', async ({ page }) => {
  const { dialog, bead } = await compose(page, 'Pictures')
  const says = (text: string) => expect(dialog.getByRole('alert').filter({ hasText: text })).toBeVisible()
  const give = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: name.endsWith('.png') ? 'image/png' : 'image/jpeg', buffer })
  await dialog.getByRole('radio', { name: 'Picture' }).click()
  await onwards(dialog).click()
  await says(messages.imageMissing)
  await give('words.png', Buffer.from('no picture at all'))
  await says(messages.imageType)
  await give('a.webp', await picture(400, 300, { format: 'webp' }))
  await says(messages.imageType)
  const good = await picture(300, 200, { format: 'png' })
  const padded = (bytes: number) => Buffer.concat([good, Buffer.alloc(bytes - good.length)])
  await give('large.png', padded(5_000_001))
  await says(messages.postImageTooLarge)
  await give('narrow.png', await picture(299, 200, { format: 'png' }))
  await says(messages.postImageTooSmall)
  await give('low.jpg', await picture(300, 199, { format: 'jpeg' }))
  await says(messages.postImageTooSmall)
  await give('My_picture.png', padded(5_000_000))
  await expect(dialog.getByText('Your own file')).toBeVisible()
  await page.reload()
  await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).click()
  await expect(dialog.getByText('Your own file')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose something else' }).click()
  await give('My_picture.png', good)

  await onwards(dialog).click()
  await expect(dialog.getByLabel('Headline')).toHaveValue('My picture')
  await postIt(dialog)
  await expect(page).toHaveURL(/newPost/)
  const [post] = await postsOf(page.context().request, bead, 'earliest')
  expect(post!.media).toMatchObject({ type: 'image', source: 'Strand', attribution: new URL(page.url()).origin })
})

test('D5 an image from a link, which loads and is large enough, or of a page; its attribution', async ({ page }) => {
  const { dialog, box } = await compose(page, 'Pictures of others')
  const says = (text: string) => expect(dialog.getByRole('alert').filter({ hasText: text })).toBeVisible()
  const shown: Record<string, Buffer> = {
    '/large.jpg': await picture(640, 400, { format: 'jpeg' }),
    '/small.jpg': await picture(299, 400, { format: 'jpeg' }),
  }
  await page.route('https://pictures.example/**', (route) => {
    const body = shown[new URL(route.request().url()).pathname]
    return body ? route.fulfill({ body, contentType: 'image/jpeg' }) : route.fulfill({ status: 404 })
  })
  await dialog.getByRole('radio', { name: 'Picture' }).click()
  await box.fill('https://pictures.example/small.jpg')
  await says(tooSmall)
  await box.fill('https://pictures.example/gone.png')
  await says(messages.imageGone)
  const answer = (...images: string[]) =>
    page.route('**/api/v0/webfetch/metaimages?**', (route) => route.fulfill({ json: { images, meta: {} } }), { times: 1 })
  await answer('https://pictures.example/small.jpg')
  await box.fill('https://pictures.example/page')
  await says(tooSmall)
  await answer()
  await box.fill('https://pictures.example/empty')
  await says(messages.imageGone)
  await answer('https://pictures.example/small.jpg', 'https://pictures.example/large.jpg', 'https://pictures.example/gone.png')
  await box.fill('https://pictures.example/gallery')
  const choices = dialog.getByRole('region', { name: 'Pictures of that page' }).getByRole('button')
  await expect(choices).toHaveCount(1)
  await choices.first().click()
  await onwards(dialog).click()
  const attribution = dialog.getByLabel('Where the picture comes from')
  await expect(attribution).toHaveValue('https://pictures.example/gallery')
  await attribution.fill('nowhere')
  await onwards(dialog).click()
  await says(messages.attributionUrl)
  await attribution.fill('pictures.example/about')
  await attribution.blur()
  await expect(attribution).toHaveValue('http://pictures.example/about')
})

test('D5 a picture that was searched: what its licence forbids is refused, by the search or when it is chosen; its maker and its page come along', async ({
  page,
}) => {
  const { asked } = await playPictures(page)
  // The server reaches nothing here: it is told what lies at the address, and the picture is handed to it.
  await page.route('**/api/v0/media/detect', async (route) => {
    const {
      media: { href },
    } = route.request().postDataJSON() as { media: { href: string } }
    await route.fulfill({
      json: {
        media: {
          type: 'image',
          href,
          title: '2.jpg',
          source: 'pictures.example',
          media: [{ type: 'image', uri: href, href, format: 'image/jpeg' }],
        },
        detected: { what: '2', who: { artists: [] }, tags: [], source: 'pictures.example', id: href, byuri: false, bycategory: false },
      },
    })
  })
  const { dialog, box, bead } = await compose(page, 'Searched pictures')
  const sent: Record<string, unknown>[] = []
  await page.route(`**/api/v0/posts/${bead}`, async (route) => {
    const { media, ...rest } = route.request().postDataJSON() as { media: Record<string, unknown> }
    sent.push(media)
    const { href: _href, ...said } = media
    await route.fallback({
      postData: JSON.stringify({ ...rest, media: { ...said, imageBase64: (await picture(640, 480)).toString('base64') } }),
    })
  })
  await dialog.getByRole('radio', { name: 'Picture' }).click()
  await box.fill('sunset')
  const flickr = dialog.getByRole('region', { name: 'Flickr' })
  await expect(flickr.getByRole('listitem')).toHaveCount(4)
  await flickr.getByRole('button', { name: /^Sunset 1, / }).press('Enter')
  await expect(flickr.getByRole('status')).toContainText('“Sunset 1” is under copyright')
  expect(
    asked.filter((one) => one.startsWith('flickr_getInfo')),
    'the search said so already',
  ).toEqual([])
  await flickr.getByRole('button', { name: /^Sunset 3, / }).click()
  await expect(flickr.getByRole('status')).toContainText('“Sunset 3” is under copyright')
  await expect(onwards(dialog)).toBeEnabled()
  await onwards(dialog).click()
  await expect(dialog.getByRole('alert').filter({ hasText: messages.imageMissing })).toBeVisible()
  await flickr.getByRole('button', { name: /^Sunset 2, / }).click()
  await expect(dialog.getByText('Ann Marie Lee – Sunset 2')).toBeVisible()
  await onwards(dialog).click()
  await dialog.getByRole('button', { name: /Media info/ }).click()
  const attribution = dialog.getByLabel('Where the picture comes from')
  await expect(attribution).toHaveValue('https://pictures.example/photos/2')
  await toWriting(dialog)
  await postIt(dialog)
  await expect(page).toHaveURL(/newPost/)
  expect(sent).toEqual([
    expect.objectContaining({
      href: pictureAt(2),
      attribution: 'https://pictures.example/photos/2',
      what: 'Sunset 2',
      who: ['Ann Marie Lee'],
    }),
  ])
  const [post] = await postsOf(page.context().request, bead, 'earliest')
  expect(post).toMatchObject({ title: 'Sunset 2', media: { attribution: 'https://pictures.example/photos/2', artist: 'Ann Marie Lee' } })
})

test('D2 many links at once make many posts, with progress and a report: which were posted, were there already, could not be found; and again', async ({
  page,
}) => {
  const { dialog, box, bead } = await compose(page, 'All at once')
  await addPost(page.context().request, bead, clip, 'There already')
  const { origin } = new URL(page.url())
  await page.route('**/api/v0/media/info/qmedia?**', (route) =>
    route.request().url().includes('nothing')
      ? route.fulfill({ status: 404, json: { code: 'not_found', message: 'no data', requestId: 'x' } })
      : route.fallback(),
  )
  await pasteInto(
    box,
    [
      `${origin}/clips/rule-110.mp4`,
      `${origin}${clip}`,
      'https://example.org/nothing',
      `${origin}/clips/night-bus-home.mp3`,
      `${origin}/clips/rule-110.mp4`,
    ].join('\n'),
  )
  const rows = dialog.getByRole('list', { name: 'Links' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  let failing = true
  await page.route(`**/api/v0/posts/${bead}`, (route) =>
    failing && route.request().postData()?.includes('night-bus') ? route.abort('internetdisconnected') : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Post 4 links to All at once' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: '1 posted, 1 already there, 1 not found, 1 failed' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(rows.nth(1)).toContainText('Already in the playlist')
  await expect(rows.nth(2)).toContainText('Could not be found')
  // The box, and with it the draft, holds what is left.
  await expect(box).toHaveValue(`${origin}/clips/night-bus-home.mp3`)
  failing = false
  // By keys alone: what was pressed goes, and what can be pressed next has the focus.
  const again = dialog.getByRole('button', { name: 'Try 1 link again' })
  await expect(again).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status').filter({ hasText: '2 posted, 1 already there, 1 not found' })).toBeVisible({ timeout: 30_000 })
  await expect(dialog.getByRole('button', { name: 'Paste more' })).toBeFocused()
  await rows.nth(1).getByRole('button', { name: 'Post Anyways' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status').filter({ hasText: '3 posted, 1 not found' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Paste more' })).toBeFocused()
  expect(await postsOf(page.context().request, bead, 'earliest')).toHaveLength(4)
  // All is done: nothing is asked at the end, and nothing offered again.
  await expect(box).toHaveValue('')
  await expect(dialog.getByRole('button', { name: /^(Next|Cancel)$/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).click()
  await expect(box).toHaveValue('')
  await expect(dialog.getByText('Here is what you had not sent yet.')).toHaveCount(0)
  await expect(rows).toHaveCount(0)
})

test('D2 a paste that mixes words and links: each link becomes a post, each line without one is told of; of one link among words the link is taken', async ({
  page,
}) => {
  const { dialog, box, bead } = await compose(page, 'Links and words')
  const { origin } = new URL(page.url())
  const both = [
    'My songs for the way',
    `1. Rule 110: ${origin}/clips/rule-110.mp4`,
    '',
    'and this one',
    `${origin}/clips/night-bus-home.mp3`,
  ].join('\n')
  await pasteInto(box, both)
  const rows = dialog.getByRole('list', { name: 'Links' }).getByRole('listitem')
  await expect(rows).toHaveText([
    /^My songs for the wayNot a link$/,
    /rule-110\.mp4Waiting$/,
    /^and this oneNot a link$/,
    /night-bus-home\.mp3Waiting$/,
  ])
  await expect(dialog.getByText('2 links: each becomes a post of its own. 2 lines hold no link and are passed over.')).toBeVisible()
  // Nothing was posted yet: all of it is there again after a reload.
  await page.reload()
  await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).click()
  await expect(rows).toHaveCount(4)
  await dialog.getByRole('button', { name: 'Post 2 links to Links and words' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: /^2 posted, 2 not links$/ })).toBeVisible({ timeout: 30_000 })
  await expect(rows.filter({ hasText: 'Not a link' })).toHaveCount(2)
  expect((await postsOf(page.context().request, bead, 'earliest')).map(({ media }) => media!.href)).toEqual(
    ['/clips/rule-110.mp4', '/clips/night-bus-home.mp3'].map((path) => expect.stringContaining(path)),
  )
  await dialog.getByRole('button', { name: 'Paste more' }).click()
  await expect(box).toHaveValue('')

  // As any paste it takes the place of what is selected, and of nothing else.
  await pasteInto(box, `${origin}/clips/rule-110.mp4\n${origin}/clips/night-bus-home.mp3`)
  await expect(rows).toHaveCount(2)
  await pasteInto(box, `${origin}/clips/last-light.mp4\n`.repeat(2))
  await expect(rows).toHaveCount(3)
  await box.selectText()
  await pasteInto(box, `${origin}/clips/glass-and-rain.ogg\n${origin}/clips/two-stones.webm`)
  await expect(rows).toHaveText([/glass-and-rain\.oggWaiting$/, /two-stones\.webmWaiting$/])
  await box.fill('')

  // Words alone are looked for, in whatever lines they come.
  const searched = page.waitForRequest((request) => new URL(request.url()).searchParams.get('q') === 'night songs')
  await pasteInto(box, 'night\nsongs')
  await expect(box).toHaveValue('night songs')
  await searched
  await box.fill('')
  await pasteInto(box, `Listen to this:\n${origin}${clip}`)
  await expect(dialog.getByText('Strand – Last light')).toBeVisible()
})

test('D2 up to 100 links at once, some of them bad, come to an end with a report; of 101 the last one waits in the box', async ({
  page,
}) => {
  const { dialog, box, bead } = await compose(page, 'A hundred')
  const { origin } = new URL(page.url())
  const own = `${origin}/clips/rule-110.mp4`
  const link = (n: number) => (n === 5 ? own : `https://media.example/${['song', 'song', 'gone', 'there', 'refused'][n % 5]!}/${n}`)
  // Nobody outside is asked, and of the posts only the one of a file of Strand's own is made.
  await page.route('**/api/v0/media/info/qmedia?**', (route) =>
    route.request().url().includes('gone')
      ? route.fulfill({ status: 404, json: { code: 'not_found', message: 'no data', requestId: 'x' } })
      : route.fulfill({ json: {} }),
  )
  const like = await addPost(page.context().request, bead, clip, 'There already')
  const sent: string[] = []
  await page.route(`**/api/v0/posts/${bead}`, (route) => {
    const href = (route.request().postDataJSON() as { media: { href: string } }).media.href
    sent.push(href)
    if (href === own) return route.fallback()
    if (href.includes('there'))
      return route.fulfill({
        status: 409,
        json: { code: 'conflict', message: messages.postDuplicate, fields: { href: `${bead}/there` }, requestId: 'x' },
      })
    if (href.includes('refused'))
      return route.fulfill({ status: 500, json: { code: 'internal', message: 'The disk is full.', requestId: 'x' } })
    return route.fulfill({ json: { id: like.id, post: { ...like, title: `Posted ${href}` } } })
  })
  const rows = dialog.getByRole('list', { name: 'Links' }).getByRole('listitem')
  const said = (text: string) => expect(dialog.getByRole('status').filter({ hasText: text })).toBeVisible({ timeout: 60_000 })
  const links = (count: number) => Array.from({ length: count }, (_, n) => link(n))

  await pasteInto(box, [...links(99), 'no link at all'].join('\n'))
  await expect(
    dialog.getByText('99 links: each becomes a post of its own. One line holds no link and is passed over.', { exact: true }),
  ).toBeVisible()
  await expect(rows).toHaveCount(100)
  await box.fill('')
  await pasteInto(box, links(100).join('\n'))
  await expect(dialog.getByText('100 links: each becomes a post of its own.', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Post 100 links to A hundred' })).toBeVisible()
  await box.fill('')
  await pasteInto(box, [...links(50), 'no link at all', ...links(101).slice(50)].join('\n'))
  await expect(
    dialog.getByText(
      '100 links: each becomes a post of its own. One line holds no link and is passed over. More than 100 at once is too many: the other one waits in the box.',
      { exact: true },
    ),
  ).toBeVisible()
  await expect(rows).toHaveCount(101)

  await dialog.getByRole('button', { name: 'Post 100 links to A hundred' }).click()
  await said('40 posted, 20 already there, 20 not found, 20 failed, 1 not a link')
  expect(sent).toEqual(links(100).filter((one) => !one.includes('gone')))
  await expect(rows.nth(5)).toContainText('Posted')
  await expect(rows.nth(4)).toContainText('The disk is full.')
  expect(await postsOf(page.context().request, bead, 'earliest')).toHaveLength(2)
  // The box, and with it the draft, holds what is left: what failed, and what was too many.
  const left = [...links(100).filter((one) => one.includes('refused')), link(100)]
  await expect(box).toHaveValue(left.join(' '))
  sent.length = 0
  await dialog.getByRole('button', { name: 'Go on with 21 links' }).click()
  await expect(rows).toHaveCount(21)
  await page.reload()
  await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).click()
  await dialog.getByRole('button', { name: 'Post 21 links to A hundred' }).click()
  await said('1 posted, 20 failed')
  expect(sent).toEqual(left)
})

test('D2 D5 a file that is still being read does not take the place of what was pasted meanwhile; who goes without choosing one is told so once', async ({
  page,
}) => {
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
