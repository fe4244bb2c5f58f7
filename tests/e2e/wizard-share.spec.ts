/** Sharing a new post on connected networks (D8). */
import { asyncHeader, signUp, startPlaylist } from './api.ts'
import { expect, newPerson, test } from './networks.ts'
import { postIt } from './members.ts'
import { logIn } from './posts.ts'

test("D8 auto-share toggles for connected networks only; the network opens in a pop-up with the post, or the partner's text", async ({
  page,
  context,
  browser,
  baseURL,
  social,
}) => {
  await signUp(context.request, 'Sharon Shares')
  const bead = await startPlaylist(context.request, 'Told of')
  const compose = async () => {
    await page.goto(`/${bead.id}`)
    await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).click()
  }
  const toggles = page.getByRole('group', { name: 'Also share it' }).getByRole('checkbox')
  await compose()
  await page.getByRole('dialog').getByRole('radio', { name: 'Text only' }).click()
  await page.getByRole('dialog').getByLabel('Headline').fill('News')
  await expect(toggles).toHaveCount(0)

  social.twitter.person = newPerson('Sharon at X')
  await page.goto('/preferences?tab=apps')
  await page.getByRole('link', { name: 'Connect X' }).click()
  await expect(page.getByText('Connected as Sharon at X')).toBeVisible()
  await context.route('https://twitter.com/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>X</title>' }))
  // The draft from before the connection is restored.
  await compose()
  await expect(page.getByRole('dialog').getByLabel('Headline')).toHaveValue('News')
  await expect(toggles).toHaveCount(1)
  await page.getByRole('checkbox', { name: 'X', exact: true }).check()
  const opened = context.waitForEvent('page')
  await postIt(page.getByRole('dialog'))
  const window = await opened
  await window.waitForURL(/^https:\/\/twitter\.com\/intent\/tweet/)
  expect(new URL(window.url()).searchParams.get('text')).toBe('News')
  await expect(page).toHaveURL(/newPost/)
  await window.close()

  // The partner's text is shown before it is shared.
  const admin = await browser.newContext({ baseURL: baseURL! })
  await logIn(admin.request, 'admin')
  const partnerMetaData = { onPostShare: { title: 'I take part', description: 'Watch mine.' } }
  expect((await admin.request.post(`/api/v0/beads/${bead.id}`, { headers: asyncHeader, data: { partnerMetaData } })).status()).toBe(200)
  await admin.close()
  await compose()
  await page.getByRole('dialog').getByRole('radio', { name: 'Text only' }).click()
  await page.getByRole('dialog').getByLabel('Headline').fill('My entry')
  await expect(toggles).toHaveCount(1)
  const own = page.getByRole('dialog').getByLabel('Text to share')
  await expect(own).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'X', exact: true }).check()
  await expect(own).toContainText('I take part')
  await expect(own).toContainText('Watch mine.')
  const another = context.waitForEvent('page')
  await postIt(page.getByRole('dialog'))
  const response = await another
  await response.waitForURL(/^https:\/\/twitter\.com\/intent\/tweet/)
  expect(new URL(response.url()).searchParams.get('text')).toBe('I take part. Watch mine.')
})
