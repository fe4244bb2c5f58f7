/** Embeds below a text, for the links in it (I1). */
import { asyncHeader } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { writePlaylist } from './player.ts'

const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const pages = Array.from({ length: 12 }, (_, n) => `https://pages.example/${n}`)

const embedOf = (url: string, more: object = {}) => ({
  html: `<a class="embed-card" href="${url}">x</a>`,
  provider_name: 'pages.example',
  type: 'link',
  title: `Page ${url.split('/').pop()}`,
  description: `About ${url}`,
  author_name: '',
  url,
  condensed: true,
  ratio: 56,
  ...more,
})
const player = (url: string, more: object = {}) =>
  embedOf(url, {
    html: '<iframe class="embed-player" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0"></iframe>',
    provider_name: 'YouTube',
    type: 'video',
    title: 'A video',
    condensed: false,
    ...more,
  })

/** Creates a post with this text. Returns it with the requests for its embeds. */
async function createLinkedPost(
  page: Page,
  origin: string,
  name: string,
  description: string,
): Promise<{ href: string; id: string; requests: string[] }> {
  const { posts } = await writePlaylist(page, name, [{ title: 'With links', href: `${origin}/clips/mandelbrot-dive.mp4`, description }])
  const requests: string[] = []
  await page.route('**/api/v0/media/inlineEmbed', (route) => {
    const { url } = route.request().postDataJSON() as { url: string }
    requests.push(url)
    return route.fulfill({ json: player(url) })
  })
  await page.route('**/api/v0/media/unsupportedInlineEmbed', (route) => {
    const { urls } = route.request().postDataJSON() as { urls: string[] }
    requests.push(`${urls.length}`)
    return route.fulfill({ json: { results: urls.map((url) => embedOf(url)) } })
  })
  return { href: `/${posts[0]!.href}`, id: posts[0]!.id, requests }
}

/** Scrolls until the list has this number of embeds. */
const scrolledTo = (page: Page, list: Locator, count: number) =>
  expect(async () => {
    await page.mouse.wheel(0, 400)
    await expect(list.getByRole('article')).toHaveCount(count, { timeout: 300 })
  }).toPass({ intervals: [10] })

test('I1 links become embeds: supported ones first, others in batches of 10; a click loads the frame at 56 % height, not before', async ({
  page,
  baseURL,
}) => {
  const frames: string[] = []
  await page.context().route(/youtube-nocookie\.com/, (route) => {
    frames.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html>There' })
  })
  const { href, id, requests } = await createLinkedPost(
    page,
    baseURL!,
    'Linked',
    `See ${pages.join(' and ')} and ${video} and ${pages[0]!}`,
  )
  await page.goto(href)
  const list = page.getByRole('region', { name: 'Links in this text' }).first()
  // Embeds are requested when scrolled near the viewport.
  await expect(list.getByRole('article')).toHaveCount(11)
  expect(requests).toEqual([video, '10'])
  await scrolledTo(page, list, 13)
  expect(requests).toEqual([video, '10', '2'])
  const first = list.getByRole('article').first()
  const title = first.getByRole('button', { name: 'A video', exact: true })
  await expect(title).toHaveAttribute('aria-expanded', 'true')
  const thumbnail = first.getByRole('button', { name: 'Play A video from YouTube' })
  const { width, height } = (await thumbnail.boundingBox())!
  expect(Math.abs(height / width - 0.56)).toBeLessThan(0.01)
  await title.click()
  await expect(title).toHaveAttribute('aria-expanded', 'false')
  await expect(thumbnail).toBeHidden()
  await title.press('Enter')
  await expect(thumbnail).toBeVisible()
  expect([frames, await page.locator('iframe').count()]).toEqual([[], 0])
  await thumbnail.press('Enter')
  const frame = first.locator('iframe')
  await expect(frame).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0&autoplay=1')
  await expect(frame).toHaveAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox',
  )
  await expect.poll(() => frames.length).toBe(1)
  await title.click()
  await expect(frame).toHaveCount(0)
  // Unsupported links become cards, whose links are `nofollow`.
  const card = list.getByRole('article').nth(1)
  await expect(card.getByText('About https://pages.example/0')).toBeVisible()
  await expect(card.getByRole('link', { name: 'Open at pages.example' })).toHaveAttribute('rel', 'nofollow noopener')

  // In a comment, each embed is one line that can be expanded.
  const made = await page.request.post(`/api/v0/comments/${id}`, { headers: asyncHeader, data: { text: `Or ${video}` } })
  expect(made.ok()).toBe(true)
  await page.reload()
  const links = page.getByRole('listitem').getByRole('region', { name: 'Links in this text' })
  await links.scrollIntoViewIfNeeded()
  const line = links.getByRole('button', { name: 'A video', exact: true })
  await expect(line).toHaveAttribute('aria-expanded', 'false')
  await expect(links.getByRole('button', { name: 'Play A video from YouTube' })).toHaveCount(0)
  await line.click()
  await expect(links.getByRole('button', { name: 'Play A video from YouTube' })).toBeVisible()
})

test('I1 scripts in an embed answer do not run, and unknown origins get no frame', async ({ page, baseURL }) => {
  const { href } = await createLinkedPost(
    page,
    baseURL!,
    'Hostile links',
    ['a1', 'b2', 'c3', 'd4', 'e5'].map((name) => `https://youtu.be/${name}`).join(' '),
  )
  const evil = '<img src=x onerror="window.hacked = 1">'
  const answers: Record<string, object> = {
    a1: { html: `<iframe src="https://evil.example/"></iframe>` },
    b2: { html: evil },
    c3: { html: `<iframe src="https://www.youtube-nocookie.com.evil.example/embed/x" onload="window.hacked = 1"></iframe>` },
    d4: {
      html: '<iframe src="javascript:window.parent.hacked=1"></iframe>',
      thumbnail_url: 'javascript:window.hacked=1',
      description: evil,
    },
    e5: {
      html: `<iframe src="https://www.youtube-nocookie.com/embed/x" srcdoc="<script>parent.hacked=1</script>"></iframe><script>window.hacked = 1</script>`,
      title: `<b>e5</b>${evil}`,
    },
  }
  await page.route('**/api/v0/media/inlineEmbed', (route) => {
    const { url } = route.request().postDataJSON() as { url: string }
    const name = url.split('/').pop()!
    return route.fulfill({ json: player(url, { title: name, ...answers[name] }) })
  })
  await page.goto(href)
  const list = page.getByRole('region', { name: 'Links in this text' }).first()
  await scrolledTo(page, list, 5)
  await expect(list.getByText(`<b>e5</b>${evil}`)).toBeVisible()
  for (let n = 0; n < 5; n += 1) {
    const article = list.getByRole('article').nth(n)
    await article.getByRole('button', { name: /^Play / }).click()
    await expect(article.getByText('There is nothing to show here.')).toBeVisible()
  }
  await expect(list.getByText('There is nothing to show here.')).toHaveCount(5)
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(await page.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined()
})
