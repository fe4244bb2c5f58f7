/** Connecting and disconnecting social networks (P3), and notifications of friends there (P2). */
import { messages } from '#contract/messages.ts'
import { asyncHeader, signUp } from './api.ts'
import { expect, newPerson, test } from './networks.ts'

test('P2 P3 a network is connected with one toast, and disconnected; its friends are a kind of notification', async ({
  page,
  context,
  social,
}) => {
  await signUp(context.request, 'Connie Connected')
  social.facebook.person = newPerson('Connie at Facebook')
  await page.goto('/preferences?tab=notifications')
  await expect(page.getByRole('group', { name: 'E-mail me when' }).getByRole('checkbox')).toHaveCount(11)
  await expect(page.getByRole('group', { name: 'Send a push notification when' }).getByRole('checkbox')).toHaveCount(9)

  await page.getByRole('link', { name: 'Connected Apps' }).click()
  await expect(page.getByText('Not connected')).toHaveCount(2)
  await page.getByRole('link', { name: 'Connect Facebook' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Facebook is connected.' })).toBeVisible()
  await expect(page).toHaveURL('/preferences?tab=apps')
  await expect(page.getByText('Connected as Connie at Facebook')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Facebook is connected.')).toHaveCount(0)

  await page.getByRole('button', { name: 'Disconnect Facebook' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Facebook is disconnected.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Connect Facebook' })).toBeVisible()

  await test.step('a refusal at the network → an error', async () => {
    social.twitter.consent = {}
    await page.getByRole('link', { name: 'Connect X' }).click()
    await page.getByRole('link', { name: 'Refuse' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'X was not connected because you declined.' })).toBeVisible()
    await expect(page).toHaveURL('/preferences?tab=apps')
    social.twitter.consent = null
  })
})

test('P3 a member with one network and no password → an explanation of how to disconnect it', async ({ page, social }) => {
  social.facebook.person = newPerson('Only There')
  await page.goto('/signup/facebook')
  await expect(page.getByRole('button', { name: 'Account of Only There' })).toBeVisible()
  await page.goto('/preferences?tab=apps&connected=facebook')
  await expect(page.getByText('Facebook is connected.')).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect Facebook' }).click()
  await expect(page.getByText(messages.disconnectLocksOut)).toBeVisible()
  await expect(page.getByText('Facebook is connected.')).toHaveCount(0)

  // Setting a first password requires no current one.
  await page.getByRole('link', { name: 'General' }).click()
  const form = page.getByRole('form', { name: 'Password' })
  await expect(form.getByLabel('Current password')).toHaveCount(0)
  await form.getByLabel('New password').fill('a first horse')
  await form.getByRole('button', { name: 'Set password' }).click()
  await expect(form.getByRole('status')).toHaveText('Your password has been changed.')
  await page.getByRole('link', { name: 'Connected Apps' }).click()
  await page.getByRole('button', { name: 'Disconnect Facebook' }).click()
  await expect(page.getByText('Facebook is disconnected.')).toBeVisible()
  await expect(page.getByText(messages.disconnectLocksOut)).toHaveCount(0)
  expect((await page.context().request.post('/logout', { headers: asyncHeader, data: {} })).ok()).toBe(true)
})
