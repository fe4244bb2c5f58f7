/** The partner's video challenge (E1), and the wizard on a touch screen. */
import { messages } from '#contract/messages.ts'
import type { Post } from '#contract/index.ts'
import { beadTitled, signUp, startPlaylist } from './api.ts'
import { expect, test } from './fixtures.ts'
import { chooseLink, onwards } from './members.ts'

test('E1 Choose media, Student info, Teacher info, Confirm: required fields, parents under 18, two fixed tags, and the visibility', async ({
  page,
  newVisitor,
}) => {
  const { request } = page.context()
  await signUp(request, 'Noor Haddad')
  const bead = await beadTitled(request, 'What can you film in one minute?')
  await page.goto(bead.href)
  await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).click()
  await page.getByRole('radio', { name: 'My entry for the Northlight Film School challenge' }).check()
  const dialog = page.getByRole('dialog', { name: 'Enter the challenge' })
  const steps = dialog.getByRole('navigation', { name: 'Steps' }).getByRole('button')
  await expect(steps).toHaveText([/Choose media/, /Student info/, /Teacher info/, /Confirm/])
  const alertWith = (text: string) => dialog.getByRole('alert').filter({ hasText: text })
  await chooseLink(dialog, '/clips/night-bus-home.mp3')
  await onwards(dialog).click()
  await expect(alertWith(messages.partnerVideo)).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose something else' }).click()
  await chooseLink(dialog, '/clips/last-light.mp4')
  await onwards(dialog).click()
  await onwards(dialog).click()
  await expect(alertWith(messages.partnerRequired)).toHaveCount(7)
  await dialog.getByLabel('Age').fill('17')
  await expect(dialog.getByLabel("Parent's e-mail")).toBeVisible()
  await expect(dialog.getByLabel("Parent's telephone")).toBeVisible()
  await dialog.getByLabel('Age').fill('18')
  await expect(dialog.getByLabel('E-mail', { exact: true })).toBeVisible()
  const student = {
    'First name': 'Noor',
    'Last name': 'Haddad',
    City: 'Halifax',
    Province: 'Nova Scotia',
    'E-mail': 'not an address',
    Telephone: '+1 902 555 0100',
  }
  for (const [label, value] of Object.entries(student)) await dialog.getByLabel(label, { exact: true }).fill(value)
  await onwards(dialog).click()
  await expect(alertWith(messages.emailInvalid)).toBeVisible()
  await dialog.getByLabel('E-mail', { exact: true }).fill('noor@example.org')
  await onwards(dialog).click()
  await onwards(dialog).click()
  await expect(alertWith(messages.partnerRequired)).toHaveCount(3)
  for (const [label, value] of Object.entries({ Name: 'M. Leblanc', 'E-mail': 'teacher@example.org', Telephone: '902 555 0101' }))
    await dialog.getByLabel(label, { exact: true }).fill(value)
  await onwards(dialog).click()
  await expect(onwards(dialog)).toHaveText('Preview')
  await dialog.getByRole('checkbox').first().check()
  await onwards(dialog).click()
  await expect(alertWith(messages.partnerConfirm)).toHaveCount(1)
  const rules = dialog.getByRole('checkbox').last()
  await expect(dialog.getByRole('link', { name: 'the rules of the challenge' })).toHaveAttribute('href', `/${bead.id}`)
  await expect(rules).toBeFocused()
  await expect(rules).toHaveAttribute('aria-invalid', 'true')
  await expect(rules).toHaveAccessibleDescription(messages.partnerConfirm)
  await dialog.getByRole('checkbox').last().check()
  await onwards(dialog).click()
  const answer = page.waitForResponse(
    (response) => response.url().includes(`/api/v0/posts/${bead.id}`) && response.request().method() === 'POST',
  )
  await dialog.getByRole('button', { name: 'Post!' }).click()
  const { post } = (await (await answer).json()) as { post: Post }
  expect(post.tags).toEqual(expect.arrayContaining(['Northlight', 'NorthlightChallenge']))
  expect(post.partnerMetaData).toMatchObject({
    studentFirstName: 'Noor',
    studentAge: 18,
    teacherName: 'M. Leblanc',
    confirmRelease: true,
    confirmRules: true,
  })
  await expect(page).toHaveURL(/newPost/)

  // An edit also accepts only video: the form offers no other type, and the server refuses audio.
  await page.goto(`/${post.href}`)
  await page
    .getByRole('button', { name: `More for ${post.title}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Edit post' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit post' })
  await edit.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Change media' }).click()
  await edit.getByRole('button', { name: 'Choose something else' }).click()
  await expect(edit.getByRole('radio')).toHaveCount(0)
  await chooseLink(edit, '/clips/night-bus-home.mp3')
  await onwards(edit).click()
  await expect(edit.getByRole('alert').filter({ hasText: messages.partnerVideo })).toBeVisible()
  await edit.getByRole('button', { name: 'Choose something else' }).click()
  await chooseLink(edit, '/clips/last-light.mp4')
  await onwards(edit).click()
  await expect(edit.getByLabel('Start at')).toBeVisible()

  const other = await newVisitor()
  expect(await (await other.request.get(`/api/v0/posts/${post.id}`)).json()).not.toHaveProperty('partnerMetaData')
})

test('D1 D13 on a touch screen 390 px wide, every step fits without horizontal scrolling', async ({ newVisitor }) => {
  const context = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await signUp(context.request, 'Finn Finger')
  const bead = await startPlaylist(context.request, 'On the go')
  await page.goto(`/${bead.id}`)
  await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Add a post' })
  const fits = async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    for (const button of await dialog.getByRole('button').all()) {
      const box = await button.boundingBox()
      if (box && box.width > 2) expect(box.x + box.width, (await button.textContent()) ?? '').toBeLessThanOrEqual(390)
    }
  }
  await dialog.getByRole('heading', { name: 'Choose media' }).waitFor()
  await fits()
  await dialog.getByRole('radio', { name: 'Picture' }).tap()
  await fits()
  await dialog.getByRole('radio', { name: 'Video or audio' }).tap()
  await chooseLink(dialog, '/clips/last-light.mp4')
  await fits()
  for (const heading of ['Media info', 'Write post', 'Preview']) {
    await onwards(dialog).tap()
    await expect(dialog.getByRole('heading', { name: heading, exact: true })).toBeFocused()
    await fits()
  }
  await onwards(dialog).tap()
  await expect(page).toHaveURL(/newPost/)
})
