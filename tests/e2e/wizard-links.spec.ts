/** Pasting many links at once into the post wizard (D2). */
import { messages } from '#contract/messages.ts'
import { addPost, postsOf } from './api.ts'
import { expect, test, type Locator } from './fixtures.ts'
import { compose } from './members.ts'

const clip = '/clips/last-light.mp4'

const pasteInto = (box: Locator, text: string): Promise<void> =>
  box.evaluate((field, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    field.focus()
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

test('D2 pasted links become posts with progress and a report of posted, duplicate, missing and failed ones, which can be retried', async ({
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
  await expect(rows.nth(2)).toContainText('Not found')
  // The box, and so the draft, contains the remaining link.
  await expect(box).toHaveValue(`${origin}/clips/night-bus-home.mp3`)
  failing = false
  // When the pressed button disappears, the next button gets the focus.
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
  // All links are processed: closing needs no confirmation, and no draft remains.
  await expect(box).toHaveValue('')
  await expect(dialog.getByRole('button', { name: /^(Next|Cancel)$/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).click()
  await expect(box).toHaveValue('')
  await expect(dialog.getByText('Your draft has been restored.')).toHaveCount(0)
  await expect(rows).toHaveCount(0)
})

test('D2 a paste of text and links: a post per link, other lines reported; one link in a text is extracted', async ({ page }) => {
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
  await expect(dialog.getByText('2 links: each becomes its own post. 2 lines have no link and are skipped.')).toBeVisible()
  // The draft survives a reload.
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

  // A paste replaces the selected text only.
  await pasteInto(box, `${origin}/clips/rule-110.mp4\n${origin}/clips/night-bus-home.mp3`)
  await expect(rows).toHaveCount(2)
  await pasteInto(box, `${origin}/clips/last-light.mp4\n`.repeat(2))
  await expect(rows).toHaveCount(3)
  await box.selectText()
  await pasteInto(box, `${origin}/clips/glass-and-rain.ogg\n${origin}/clips/two-stones.webm`)
  await expect(rows).toHaveText([/glass-and-rain\.oggWaiting$/, /two-stones\.webmWaiting$/])
  await box.fill('')

  // Text without links is a search query, even with several lines.
  const searched = page.waitForRequest((request) => new URL(request.url()).searchParams.get('q') === 'night songs')
  await pasteInto(box, 'night\nsongs')
  await expect(box).toHaveValue('night songs')
  await searched
  await box.fill('')
  await pasteInto(box, `Listen to this:\n${origin}${clip}`)
  await expect(dialog.getByText('Strand – Last light')).toBeVisible()
})

test('D2 100 links, some of them invalid → all processed with a report; of 101 the last one stays in the box', async ({ page }) => {
  const { dialog, box, bead } = await compose(page, 'A hundred')
  const { origin } = new URL(page.url())
  const own = `${origin}/clips/rule-110.mp4`
  const link = (n: number) => (n === 5 ? own : `https://media.example/${['song', 'song', 'gone', 'there', 'refused'][n % 5]!}/${n}`)
  // Fakes the look-ups and the answers to all posts except the one of an own file.
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
  const expectStatus = (text: string) => expect(dialog.getByRole('status').filter({ hasText: text })).toBeVisible({ timeout: 60_000 })
  const links = (count: number) => Array.from({ length: count }, (_, n) => link(n))

  await pasteInto(box, [...links(99), 'no link at all'].join('\n'))
  await expect(dialog.getByText('99 links: each becomes its own post. One line has no link and is skipped.', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(100)
  await box.fill('')
  await pasteInto(box, links(100).join('\n'))
  await expect(dialog.getByText('100 links: each becomes its own post.', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Post 100 links to A hundred' })).toBeVisible()
  await box.fill('')
  await pasteInto(box, [...links(50), 'no link at all', ...links(101).slice(50)].join('\n'))
  await expect(
    dialog.getByText(
      '100 links: each becomes its own post. One line has no link and is skipped. You can add up to 100 at once. The other one stays in the box.',
      { exact: true },
    ),
  ).toBeVisible()
  await expect(rows).toHaveCount(101)

  await dialog.getByRole('button', { name: 'Post 100 links to A hundred' }).click()
  await expectStatus('40 posted, 20 already there, 20 not found, 20 failed, 1 not a link')
  expect(sent).toEqual(links(100).filter((one) => !one.includes('gone')))
  await expect(rows.nth(5)).toContainText('Posted')
  await expect(rows.nth(4)).toContainText('The disk is full.')
  expect(await postsOf(page.context().request, bead, 'earliest')).toHaveLength(2)
  // The box, and so the draft, contains the failed links and the one beyond the limit.
  const left = [...links(100).filter((one) => one.includes('refused')), link(100)]
  await expect(box).toHaveValue(left.join(' '))
  sent.length = 0
  await dialog.getByRole('button', { name: 'Continue with 21 links' }).click()
  await expect(rows).toHaveCount(21)
  await page.reload()
  await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).click()
  await dialog.getByRole('button', { name: 'Post 21 links to A hundred' }).click()
  await expectStatus('1 posted, 20 failed')
  expect(sent).toEqual(left)
})
