/** J1 the widgets of a member and of one post on pages of another origin. */
import type { FrameLocator } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect } from './fixtures.ts'
import { frameCode, play, postsOf, test, toggle } from './widget-site.ts'

test.use({ unwelcomed: true, viewport: { width: 800, height: 900 } })

test('J1 BY13 the frames of oEmbed for a member and a post play on a page of another site', async ({
  page,
  request,
  strand,
  bead,
  serve,
}) => {
  const [film, , text] = await postsOf(request, bead)
  const htmlOf = async (path: string): Promise<string> => {
    const answer = await request.get('/api/oembed', { params: { url: `${strand.origin}/${path}` } })
    return ((await answer.json()) as { html: string }).html
  }
  const frames = (await htmlOf(`p/${film!.creator.uid}`)) + (await htmlOf(text!.id)) + frameCode(strand.origin, film!.id)
  await page.goto(await serve({ '/': { body: frames } }))
  const [member, thought, single] = [0, 1, 2].map((n) => page.frameLocator('iframe').nth(n)) as [FrameLocator, FrameLocator, FrameLocator]
  await expect(member.getByRole('heading', { name: 'Wilma Widget' })).toBeVisible()
  await play(member)
  await thought.getByRole('link', { name: 'A text' }).scrollIntoViewIfNeeded()
  await expect(thought.getByRole('link', { name: 'A text' })).toBeVisible()
  await expect(thought.getByRole('listitem')).toHaveCount(1)
  await expect(single.getByRole('listitem')).toHaveCount(1)
  await play(single)
  await expect(toggle(member, 'Play')).toBeVisible()
})

test('J1 the script variant shows a member and a post: one plays, and messages of other windows or shapes are ignored', async ({
  page,
  request,
  strand,
  bead,
  serve,
}) => {
  const [film] = await postsOf(request, bead)
  const { uid } = film!.creator
  const code = (attributes: string) => `<script async src="${strand.origin}/embed.js" ${attributes}></script>`
  const body = [`data-member="${uid}" data-theme="dark" data-title="Member"`, `data-post="${film!.id}" data-title="Post"`, '']
  await page.goto(await serve({ '/': { body: `<p>${body.map(code).join('')}</p>` } }))
  const frame = page.locator('iframe[title="Post"]')
  await expect(page.locator('iframe[title="Member"]')).toHaveAttribute('src', `${strand.origin}/embed/p/${uid}?theme=dark`)
  await expect(frame).toHaveAttribute('src', `${strand.origin}/embed/${film!.id}`)
  await expect(page.locator('iframe')).toHaveCount(2)
  const [member, post] = ['Member', 'Post'].map((title) => page.frameLocator(`iframe[title="${title}"]`)) as [FrameLocator, FrameLocator]
  await play(member)
  await play(post)
  await expect(toggle(member, 'Play')).toBeVisible()

  const height = (await frame.boundingBox())!.height
  // A sibling is neither the parent of the widget nor the frame of that script.
  await member.locator('html').evaluate(() => {
    for (let n = 0; n < parent.length; n += 1) parent[n]!.postMessage({ sender: 'strand-widget', command: 'pause' }, '*')
    parent.postMessage({ sender: 'strand-widget', event: 'height', height: 9999 }, '*')
  })
  const shapes = [
    null,
    'pause',
    ['pause'],
    { command: 'pause' },
    { sender: 'strand-widget', command: ['pause'] },
    { sender: '', command: 'pause' },
  ]
  for (const shape of shapes)
    await frame.evaluate((element: HTMLIFrameElement, data) => element.contentWindow!.postMessage(data, '*'), shape)
  for (const wrong of [{ height: 1 }, { height: 1e9 }, { height: '900' }, { height: 900, extra: 1 }, {}])
    await post.locator('html').evaluate((_, data) => parent.postMessage({ sender: 'strand-widget', event: 'height', ...data }, '*'), wrong)
  // The frame of the sibling has the height that it reports, so the messages before have arrived.
  await expect.poll(async () => (await page.locator('iframe[title="Member"]').boundingBox())!.height).toBe(9999)
  expect((await frame.boundingBox())!.height).toBe(height)
  await expect(toggle(post, 'Pause')).toBeVisible()
})

test('J1 the widgets of a member and a post are accessible, fit 200 to 1280 px, and right to left', async ({ page, request, bead }) => {
  const [film, , text] = await postsOf(request, bead)
  for (const path of [`p/${film!.creator.uid}`, film!.id, text!.id])
    for (const theme of ['light', 'dark']) {
      await page.setViewportSize({ width: 800, height: 900 })
      await page.goto(`/embed/${path}?accent=ffe600&theme=${theme}`)
      await expect(page.locator('[data-scripted]')).toBeAttached()
      await expectAccessible(page, `${path} ${theme}`)
      for (const dir of ['ltr', 'rtl'])
        for (const width of [200, 320, 520, 1280]) {
          await page.setViewportSize({ width, height: 700 })
          const overflow = await page.evaluate((dir) => {
            document.documentElement.dir = dir
            return document.documentElement.scrollWidth - innerWidth
          }, dir)
          expect([path, dir, width, overflow]).toEqual([path, dir, width, 0])
        }
    }
})

test('B8 a post → the embed code of the post, with its preview and without the options of a list', async ({ page, request, bead }) => {
  const [film] = await postsOf(request, bead)
  await page.goto(`/${film!.id}`)
  await page.getByRole('article').getByRole('button', { name: 'Share', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Embed…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Embed this post' })
  await expect(dialog.frameLocator('iframe').getByRole('listitem')).toHaveText(/A film/)
  await expect(dialog.getByRole('combobox')).toHaveCount(1)
  await expect(dialog.getByRole('checkbox')).toHaveCount(1)
  const code = dialog.getByLabel('Embed code')
  await expect(code).toHaveValue(new RegExp(`<iframe src="[^"]*/embed/${film!.id}"`))
  await dialog.getByRole('radio', { name: 'Script' }).press('Space')
  await expect(code).toHaveValue(new RegExp(`data-post="${film!.id}" data-title="A film on Strand"></script>`))
})
