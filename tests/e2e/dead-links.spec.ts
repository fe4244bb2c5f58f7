/** Dead links and their replacements (BY8, BZ2). */
import type { RepairState } from '#contract/endpoints/repair.ts'
import { messages } from '#contract/messages.ts'
import type { Post } from '#contract/index.ts'
import { addPost, asyncHeader, signUp, startPlaylist } from './api.ts'
import { markLinkDead } from './dead.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { reach } from './keyboard.ts'

const main = (page: Page): Locator => page.getByRole('main')
const cards = (page: Page): Locator => main(page).getByRole('list', { name: 'Posts' }).getByRole('article')
const cardOf = (page: Page, title: string): Locator => cards(page).filter({ has: page.getByRole('heading', { name: title }) })
const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Repair a dead link' })
const found = (page: Page): Locator => dialogOf(page).getByRole('region', { name: 'Suggested replacements' })
const mediaOf = async (page: Page, { id }: Post): Promise<Post['media']> =>
  ((await (await page.request.get(`/api/v0/posts/${id}`)).json()) as Post).media

/** A post of another member with the same work at another address. */
async function elsewhere(newVisitor: () => Promise<{ request: Parameters<typeof signUp>[0] }>, href: string, title: string): Promise<void> {
  const { request } = await newVisitor()
  await signUp(request, 'Otto Other')
  await addPost(request, (await startPlaylist(request, 'Of somebody else')).id, href, title)
}

test('BY8 a dead post keeps title and thumbnail, has a badge, can be filtered, and its writers repair it from suggestions', async ({
  page,
  strand,
  newVisitor,
}) => {
  await elsewhere(newVisitor, '/clips/last-light.mp4', 'Dusk over nothing, once more')
  await signUp(page.request, 'Wanda Writer')
  const bead = await startPlaylist(page.request, 'Lost and found')
  await addPost(page.request, bead.id, '/clips/rule-110.mp4', 'This one is fine')
  const post = await addPost(page.request, bead.id, '/clips/dusk-over-nothing.mp4', 'Dusk over nothing')
  expect(post.media?.image).toBeTruthy()
  await markLinkDead(strand, page.request, post)
  const address = `/${bead.id}?sort=recent`

  await test.step('every visitor sees the badge, the title and the thumbnail', async () => {
    const visitor = await (await newVisitor()).newPage()
    await visitor.goto(address)
    const card = cardOf(visitor, 'Dusk over nothing')
    await expect(card.getByText('Dead link', { exact: true })).toBeVisible()
    await expect(card.locator('img').first()).toHaveAttribute('src', post.media!.image!)
    await expect(cardOf(visitor, 'This one is fine').getByText('Dead link')).toHaveCount(0)
    await visitor.goto(`/${post.href}`)
    await expect(main(visitor).getByText('This link has been dead', { exact: false })).toBeVisible()
    await expect(main(visitor).getByRole('button', { name: /^Repair/ })).toHaveCount(0)
  })

  await test.step('writers see the number of dead links and can filter by them', async () => {
    await page.goto(address)
    await expect(cards(page)).toHaveCount(2)
    const filter = main(page).getByRole('link', { name: '1 dead link' })
    await reach(page, filter)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/dead=1/)
    await expect(cards(page)).toHaveCount(1)
    await expect(filter).toHaveAttribute('aria-current', 'true')
    // Setting and clearing the filter retains the other parameters.
    await expect(page).toHaveURL(/sort=recent/)
    await filter.click()
    await expect(page).toHaveURL((url) => url.search === '?sort=recent')
    await expect(cards(page)).toHaveCount(2)
    await filter.click()
    await expect(cards(page)).toHaveCount(1)
    await page.reload()
    await expect(cards(page)).toHaveCount(1)
  })

  await test.step('by keyboard: preview, accept, undo, accept again', async () => {
    await reach(page, main(page).getByRole('button', { name: 'Repair the dead link of Dusk over nothing' }))
    await page.keyboard.press('Enter')
    const row = found(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('link') })
      .first()
    await expect(row).toContainText('% match')
    const listen = row.getByRole('button', { name: /^Listen to / })
    await reach(page, listen)
    await page.keyboard.press('Enter')
    await expect(row.getByRole('group', { name: /^Preview of / }).locator('video')).toHaveAttribute('src', '/clips/last-light.mp4')
    expect((await mediaOf(page, post))?.href, 'nothing is swapped by itself').toBe('/clips/dusk-over-nothing.mp4')
    await reach(page, row.getByRole('button', { name: /^Accept / }))
    await page.keyboard.press('Enter')
    await expect(dialogOf(page).getByText('The post plays again.')).toBeVisible()
    await expect(page.getByText(/^Replaced by “.*” from Strand\.$/)).toBeVisible()
    expect((await mediaOf(page, post))?.href).toBe('/clips/last-light.mp4')
    const history = dialogOf(page).getByRole('region', { name: 'Replacement history' })
    await expect(history).toContainText('Wanda Writer replaced')
    await reach(page, history.getByRole('button', { name: /^Undo the replacement/ }))
    await page.keyboard.press('Enter')
    await expect(history).toContainText('Wanda Writer undid that')
    expect((await mediaOf(page, post))?.href).toBe('/clips/dusk-over-nothing.mp4')
    await reach(
      page,
      found(page)
        .getByRole('button', { name: /^Accept / })
        .first(),
    )
    await page.keyboard.press('Enter')
    await expect(dialogOf(page).getByText('The post plays again.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
    await expect(cards(page)).toHaveCount(0)
    await page.goto(`/${post.href}`)
    await expect(main(page).getByRole('heading', { name: 'Dusk over nothing' }).first()).toBeVisible()
    await expect(main(page).getByText('This link has been dead')).toHaveCount(0)
  })
})

test('BY8 a link that works again loses its badge when it is checked', async ({ page, strand }) => {
  await signUp(page.request, 'Rhea Revived')
  const bead = await startPlaylist(page.request, 'Back again')
  const post = await addPost(page.request, bead.id, '/clips/garden-of-cells.mp4', 'Cells in a garden')
  await markLinkDead(strand, page.request, post)
  await page.goto(`/${post.href}`)
  await main(page).getByRole('button', { name: 'Repair the dead link of Cells in a garden' }).click()
  await dialogOf(page).getByRole('button', { name: 'Check again now' }).click()
  await expect(dialogOf(page).getByText('The link works. Last checked')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(main(page).getByText('This link has been dead')).toHaveCount(0)
  expect(await mediaOf(page, post)).not.toHaveProperty('status')
})

test('BZ2 a replacement is proposed by title, artist and duration; the writers accept, reject or undo it', async ({
  page,
  strand,
  newVisitor,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await elsewhere(newVisitor, '/clips/marimba-for-monday.mp3', 'Marimba for a Monday')
  await signUp(page.request, 'Wim Writer')
  const bead = await startPlaylist(page.request, 'Lost songs')
  const held = await addPost(page.request, bead.id, '/clips/glass-and-rain.ogg', 'Glass and rain')
  const post = await addPost(page.request, bead.id, '/clips/gone.mp4', 'Marimba for Monday')
  await markLinkDead(strand, page.request, post)
  await page.goto(`/${post.href}`)
  const dialog = dialogOf(page)
  const open = () =>
    main(page)
      .getByRole('button', { name: /^Repair the dead link/ })
      .click()

  await test.step('a failed search → an error with a retry', async () => {
    await page.route(
      '**/repair',
      (route) => route.fulfill({ status: 503, json: { message: messages.serverError, code: 'unavailable', requestId: '1' } }),
      { times: 1 },
    )
    await open()
    await expect(dialog.getByRole('alert').filter({ hasText: messages.serverError })).toBeVisible()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(found(page).getByRole('listitem')).toHaveCount(1)
    await expect(dialog.getByText('No answer from Internet Archive.')).toBeVisible()
  })

  await test.step('a suggestion is rejected, and the rejection undone', async () => {
    await found(page)
      .getByRole('button', { name: /^Reject / })
      .click()
    await expect(found(page).getByText('Rejected', { exact: true })).toBeVisible()
    await expect(found(page).getByText('No replacement found. You can paste a link yourself.', { exact: false })).toBeVisible()
    await found(page)
      .getByRole('button', { name: /^Undo the rejection/ })
      .click()
    await expect(found(page).getByRole('button', { name: /^Accept / })).toBeVisible()
  })

  await test.step('an own link: one error message per invalid input', async () => {
    const field = dialog.getByLabel('Or paste another link')
    const use = dialog.getByRole('button', { name: 'Use this link' })
    const refused = async (href: string, message: string) => {
      await field.fill(href)
      await use.click()
      await expect(dialog.getByRole('alert').filter({ hasText: message })).toBeVisible()
      await expect(field).toHaveValue(href)
    }
    await refused('', 'Please paste a link first.')
    await refused('nonsense', messages.linkInvalid)
    await refused('/clips/gone.mp4', messages.repairSame)
    await refused('/clips/never-was.mp4', messages.repairDead)
    await refused('/clips/glass-and-rain.ogg', messages.postDuplicate)
    expect((await mediaOf(page, post))?.href).toBe('/clips/gone.mp4')
    expect(held.id).not.toBe(post.id)
  })

  await test.step('a repair of a post that was changed since → conflict message', async () => {
    const state = (await (await page.request.get(`/api/v0/posts/${post.id}/repair`)).json()) as RepairState
    const quicker = await page.request.post(`/api/v0/posts/${post.id}/repair`, {
      headers: asyncHeader,
      data: { href: '/clips/night-bus-home.mp3', version: state.version },
    })
    expect(quicker.ok(), await quicker.text()).toBe(true)
    await found(page)
      .getByRole('button', { name: /^Accept / })
      .click()
    await expect(found(page).getByRole('alert')).toHaveText(messages.repairOutdated)
    await dialog.getByRole('button', { name: 'Show the current version' }).click()
    await expect(dialog.getByText('The post plays again.')).toBeVisible()
    await dialog.getByRole('button', { name: /^Undo the replacement/ }).click()
    await expect(found(page).getByRole('button', { name: /^Accept / })).toBeVisible()
    await dialog.getByLabel('Or paste another link').fill('/clips/night-bus-home.mp3')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('The post plays again.')).toBeVisible()
    expect((await mediaOf(page, post))?.href).toBe('/clips/night-bus-home.mp3')
  })
})
