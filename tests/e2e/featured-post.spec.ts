/** The post that an admin features in a playlist (M1, Q1). */
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { playerOf, upIn } from './members.ts'
import { cardOf, cards, logIn, main, overflow, writePosts } from './posts.ts'
import { panelOf, queueButton, titlesIn } from './queue.ts'

const stories = ['One', 'Two', 'Three', 'Four'].map((title) => ({ title }))

test('M1 Q1 a featured post is first on the page, once, marked, and first in the queue; deleting it ends that', async ({
  page,
  context,
  newVisitor,
}) => {
  const author = await newVisitor()
  const { bead, posts } = await writePosts(author.request, 'Fritz Maker', stories)
  const two = posts[1]!
  await logIn(context.request, 'admin')
  await page.goto(`/admin/playlists?id=${bead.id}`)
  const form = page.getByRole('form', { name: 'Featured post' })
  const field = form.getByLabel('Id or link of a post of this playlist')
  await field.fill(bead.id)
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription('Enter the id or link of a post.')
  await field.fill(`/${two.href}`)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('status')).toHaveText('The post is featured.')
  await expect(main(page)).toContainText('First in the playlist: Two')
  await expectAccessible(page)
  await main(page).getByRole('link', { name: 'Two' }).first().click()
  await expect(main(page)).toContainText('This post is first in its playlist.')

  const visitor = await newVisitor()
  const theirs = await visitor.newPage()
  const titles = () => cards(theirs).getByRole('heading', { level: 3 }).allTextContents()
  await theirs.goto(`/${bead.id}?sort=recent`)
  await expect.poll(titles).toEqual(['Two', 'Four', 'Three', 'One'])
  await expect(cardOf(theirs, 'Two')).toContainText('Featured')
  await expect(cards(theirs).filter({ hasText: 'Featured ·' })).toHaveCount(1)
  await theirs.getByRole('link', { name: 'Earliest' }).click()
  await expect.poll(titles).toEqual(['Two', 'One', 'Three', 'Four'])
  await expectAccessible(theirs)
  await theirs.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(theirs)).toBe(0)
  await theirs.setViewportSize({ width: 1280, height: 800 })

  // Without filters only.
  await theirs.goto(`/${bead.id}?createdby=${bead.creator.uid}`)
  await expect.poll(titles).toEqual(['One', 'Two', 'Three', 'Four'])

  await theirs.goto(`/${bead.id}?sort=earliest`)
  await main(theirs).getByRole('button', { name: 'Play', exact: true }).first().click()
  const player = playerOf(theirs)
  await expect(upIn(player, 'Two')).toBeVisible()
  await queueButton(theirs).click()
  await expect(panelOf(theirs)).toBeVisible()
  await expect.poll(() => titlesIn(theirs)).toEqual(['Two', 'One', 'Three', 'Four'])

  const own = await author.newPage()
  await own.goto(`/${bead.id}?sort=recent`)
  await cardOf(own, 'Two').getByRole('button', { name: 'More for Two' }).click()
  await own.getByRole('menuitem', { name: 'Delete post' }).click()
  await own.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => cards(own).getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Four', 'Three', 'One'])
  const { featuredPostId } = (await (await context.request.get(`/api/v0/beads/${bead.id}`)).json()) as { featuredPostId?: string }
  expect(featuredPostId).toBeUndefined()
})
