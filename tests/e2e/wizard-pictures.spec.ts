/** Pictures in the post wizard: by upload, link and search (D5). */
import { messages } from '#contract/messages.ts'
import type { Page } from '@playwright/test'
import { picture } from '../support/pictures.ts'
import { postsOf } from './api.ts'
import { expect, test } from './fixtures.ts'
import { compose, onwards, postIt, toWriting } from './members.ts'
import { pictureAt, playPictures } from './pictures.ts'

const tooSmall = 'Sorry, the image must be at least 300px*200px.'

test('D5 an upload: each error and limit; the chosen file survives a reload', async ({ page }) => {
  const { dialog, bead } = await compose(page, 'Pictures')
  const expectAlert = (text: string) => expect(dialog.getByRole('alert').filter({ hasText: text })).toBeVisible()
  const give = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: name.endsWith('.png') ? 'image/png' : 'image/jpeg', buffer })
  await dialog.getByRole('radio', { name: 'Picture' }).click()
  await onwards(dialog).click()
  await expectAlert(messages.imageMissing)
  await give('words.png', Buffer.from('no picture at all'))
  await expectAlert(messages.imageType)
  await give('a.webp', await picture(400, 300, { format: 'webp' }))
  await expectAlert(messages.imageType)
  const good = await picture(300, 200, { format: 'png' })
  const padded = (bytes: number) => Buffer.concat([good, Buffer.alloc(bytes - good.length)])
  await give('large.png', padded(5_000_001))
  await expectAlert(messages.postImageTooLarge)
  await give('narrow.png', await picture(299, 200, { format: 'png' }))
  await expectAlert(messages.postImageTooSmall)
  await give('low.jpg', await picture(300, 199, { format: 'jpeg' }))
  await expectAlert(messages.postImageTooSmall)
  await give('My_picture.png', padded(5_000_000))
  await expect(dialog.getByText('Uploaded file')).toBeVisible()
  await page.reload()
  await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).click()
  await expect(dialog.getByText('Uploaded file')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose something else' }).click()
  await give('My_picture.png', good)

  await onwards(dialog).click()
  await expect(dialog.getByLabel('Headline')).toHaveValue('My picture')
  await postIt(dialog)
  await expect(page).toHaveURL(/newPost/)
  const [post] = await postsOf(page.context().request, bead, 'earliest')
  expect(post!.media).toMatchObject({ type: 'image', source: 'Strand', attribution: new URL(page.url()).origin })
})

test('D5 a picture by URL must load and be large enough, or is chosen from a page; its attribution', async ({ page }) => {
  const { dialog, box } = await compose(page, 'Pictures of others')
  const expectAlert = (text: string) => expect(dialog.getByRole('alert').filter({ hasText: text })).toBeVisible()
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
  await expectAlert(tooSmall)
  await box.fill('https://pictures.example/gone.png')
  await expectAlert(messages.imageGone)
  const answer = (...images: string[]) =>
    page.route('**/api/v0/webfetch/metaimages?**', (route) => route.fulfill({ json: { images, meta: {} } }), { times: 1 })
  await answer('https://pictures.example/small.jpg')
  await box.fill('https://pictures.example/page')
  await expectAlert(tooSmall)
  await answer()
  await box.fill('https://pictures.example/empty')
  await expectAlert(messages.imageGone)
  await answer('https://pictures.example/small.jpg', 'https://pictures.example/large.jpg', 'https://pictures.example/gone.png')
  await box.fill('https://pictures.example/gallery')
  const choices = dialog.getByRole('region', { name: 'Pictures on that page' }).getByRole('button')
  await expect(choices).toHaveCount(1)
  await choices.first().click()
  await onwards(dialog).click()
  const attribution = dialog.getByLabel('Source of the picture')
  await expect(attribution).toHaveValue('https://pictures.example/gallery')
  await attribution.fill('nowhere')
  await onwards(dialog).click()
  await expectAlert(messages.attributionUrl)
  await attribution.fill('pictures.example/about')
  await attribution.blur()
  await expect(attribution).toHaveValue('http://pictures.example/about')
})

/** Fakes the detection of pictures at an address, since the server has no network. */
const detectPictures = (page: Page) =>
  page.route('**/api/v0/media/detect', async (route) => {
    const {
      media: { href },
    } = route.request().postDataJSON() as { media: { href: string } }
    await route.fulfill({
      json: {
        media: {
          type: 'image',
          href,
          title: 'picture.jpg',
          source: 'pictures.example',
          media: [{ type: 'image', uri: href, href, format: 'image/jpeg' }],
        },
        detected: { what: '2', who: { artists: [] }, tags: [], source: 'pictures.example', id: href, byuri: false, bycategory: false },
      },
    })
  })

test('D5 a searched picture: one under copyright is refused, by the search or on selection; owner and source are filled in', async ({
  page,
}) => {
  const { requests } = await playPictures(page)
  await detectPictures(page)
  const { dialog, box, bead } = await compose(page, 'Searched pictures')
  const sent: Record<string, unknown>[] = []
  await page.route(`**/api/v0/posts/${bead}`, async (route) => {
    const { media, ...rest } = route.request().postDataJSON() as { media: Record<string, unknown> }
    sent.push(media)
    const { href: _href, ...imageMedia } = media
    await route.fallback({
      postData: JSON.stringify({ ...rest, media: { ...imageMedia, imageBase64: (await picture(640, 480)).toString('base64') } }),
    })
  })
  await dialog.getByRole('radio', { name: 'Picture' }).click()
  await box.fill('sunset')
  const flickr = dialog.getByRole('region', { name: 'Flickr' })
  await expect(flickr.getByRole('listitem')).toHaveCount(4)
  await flickr.getByRole('button', { name: /^Sunset 1, / }).press('Enter')
  await expect(flickr.getByRole('status')).toContainText('“Sunset 1” is copyrighted')
  expect(
    requests.filter((one) => one.startsWith('flickr_getInfo')),
    'the search said so already',
  ).toEqual([])
  await flickr.getByRole('button', { name: /^Sunset 3, / }).click()
  await expect(flickr.getByRole('status')).toContainText('“Sunset 3” is copyrighted')
  await expect(onwards(dialog)).toBeEnabled()
  await onwards(dialog).click()
  await expect(dialog.getByRole('alert').filter({ hasText: messages.imageMissing })).toBeVisible()
  await flickr.getByRole('button', { name: /^Sunset 2, / }).click()
  await expect(dialog.getByText('Ann Marie Lee – Sunset 2')).toBeVisible()
  await onwards(dialog).click()
  await dialog.getByRole('button', { name: /Media info/ }).click()
  const attribution = dialog.getByLabel('Source of the picture')
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

test('D5 of two found pictures chosen in a row, the second is taken, even if the first loads after it', async ({ page }) => {
  await playPictures(page)
  await detectPictures(page)
  const sizes = (id: string) => [{ label: 'Large', image: `https://pictures.example/large/${id}.jpg`, width: 2000, height: 1125 }]
  await page.route('**/api/v0/imagesearch/flickr_getSizes?**', (route) =>
    route.fulfill({ json: { available: true, data: sizes(new URL(route.request().url()).searchParams.get('query')!) } }),
  )
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('https://pictures.example/large/2.jpg', async (route) => {
    await held
    await route.fallback()
  })
  const { dialog, box } = await compose(page, 'Two pictures')
  await dialog.getByRole('radio', { name: 'Picture' }).click()
  await box.fill('sunset')
  const tile = (n: number) => dialog.getByRole('button', { name: new RegExp(`^Sunset ${n}, `) })
  await tile(2).click()
  await expect(tile(2)).toHaveAttribute('aria-busy', 'true')
  const late = page.waitForResponse('https://pictures.example/large/2.jpg')
  await tile(4).click()
  await expect(dialog.getByText('Ann Marie Lee – Sunset 4')).toBeVisible()
  release()
  await late
  await onwards(dialog).click()
  await dialog.getByRole('button', { name: /Media info/ }).click()
  await expect(dialog.getByLabel('Source of the picture')).toHaveValue('https://pictures.example/photos/4')
})
