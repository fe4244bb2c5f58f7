/** Forms and the focus (BY17, P1, U4), unsaved input (B8, U9), and pages that fail to load (BY13). */
import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { messages } from '#contract/messages.ts'
import type { Me } from '#contract/schemas.ts'
import { api } from '#data/api.ts'
import { setMeFromOtherTab } from '#data/session.ts'
import { address, expectCount, mount, type Mounted } from './mount.tsx'
import { Refusal, type Answers } from './server.ts'
import { pageOf, sampleBead, sampleMe, sampleMedia, samplePost } from './samples.ts'

const general = page.getByRole('form', { name: 'General' })
const answers: Answers = { 'GET /api/v0/me/sessions': pageOf(), 'GET /api/v0/me/push': { publicKey: '', results: [] } }
const field = (name: string) => general.getByLabelText(name, { exact: true })

test('P1 input during a save is retained, and saved the next time', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let me = sampleMe()
  const { server } = await mount('/preferences', {
    me,
    answers: {
      ...answers,
      'GET /api/v0/me': () => me,
      'POST /api/v0/me/preferences': async ({ body }) => {
        await held
        me = { ...me, city: body.city ?? me.city, description: body.description ?? me.description }
        return me
      },
    },
  })
  await field('City').fill('  Oslo ')
  await general.getByRole('button', { name: 'Save' }).click()
  await field('About me').fill('Written later')
  release()
  await expect.element(general.getByRole('status').filter({ hasText: 'Your preferences have been saved.' })).toBeVisible()
  await expect.element(field('City')).toHaveValue('Oslo')
  await expect.element(field('About me')).toHaveValue('Written later')
  await general.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.inputsOf('POST /api/v0/me/preferences').length).toBe(2)
  await expect.poll(() => me).toMatchObject({ city: 'Oslo', description: 'Written later' })
})

test('P1 U4 a field is validated on blur, but not if it was only tabbed through', async () => {
  await mount('/preferences', { me: sampleMe(), answers })
  await field('E-mail').fill('nowhere')
  await commands.press('Tab')
  await expect.element(field('E-mail')).toHaveAccessibleDescription(messages.emailInvalid)
  const fresh = page.getByLabelText('New password')
  ;(await fresh.findElement()).focus()
  await commands.press('Tab')
  await expect.element(fresh).not.toHaveAttribute('aria-invalid')
  await fresh.fill('abc')
  await commands.press('Tab')
  await expect.element(fresh).toHaveAccessibleDescription(expect.stringContaining(messages.passwordInvalid))
})

test('BY7 P3 a change of the password disconnects the networks, as its hint says; the first password does not', async () => {
  const connected = { hasFB: true, facebookInfo: { name: 'Ada' }, hasTwitter: true, twitterInfo: { name: 'Countess' } }
  const form = page.getByRole('form', { name: 'Password' })
  const given: Answers = { ...answers, 'POST /api/v0/me/password': { changed: true } }
  const changed = form.getByRole('status').filter({ hasText: 'Your password has been changed.' })

  await mount('/preferences', { me: sampleMe(connected), answers: given })
  const fresh = form.getByLabelText('New password')
  await expect.element(fresh).toHaveAccessibleDescription(expect.stringContaining('your connected apps will be disconnected'))
  await form.getByLabelText('Current password').fill('present')
  await fresh.fill('a new one')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect.element(changed).toBeVisible()
  await expect.element(fresh).not.toHaveAccessibleDescription(expect.stringContaining('connected apps'))
  await page.getByRole('link', { name: 'Connected Apps' }).click()
  await expect.element(page.getByText('No networks are available to connect.')).toBeVisible()

  await mount('/preferences', { me: sampleMe({ ...connected, hasPassword: false }), answers: given })
  await expect.element(fresh).not.toHaveAccessibleDescription(expect.stringContaining('connected apps'))
  await fresh.fill('a first one')
  await form.getByRole('button', { name: 'Set password' }).click()
  await expect.element(changed).toBeVisible()
  await page.getByRole('link', { name: 'Connected Apps' }).click()
  await expect.element(page.getByText('Connected as Ada')).toBeVisible()
  await expect.element(page.getByText('Connected as Countess')).toBeVisible()
})

test('BY17 a post is deleted → the focus is on the post beside it', async () => {
  const me = sampleMe()
  const bead = sampleBead('One goes', { creator: me, postCount: 2, can: { edit: true, delete: true, post: true } })
  const own = { creator: me, media: sampleMedia(), can: { edit: true, delete: true } }
  const posts = [samplePost('Stays', bead, 1, own), samplePost('Goes', bead, 2, own)]
  await mount(bead.href, {
    me,
    answers: {
      'GET /api/v0/beads/:id': bead,
      'GET /api/v0/posts': () => pageOf(...posts),
      'DELETE /api/v0/posts/:id': () => {
        posts.pop()
        return { deleted: true }
      },
    },
  })
  const more = page.getByRole('button', { name: 'More for Goes' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete post' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(more).toHaveFocus()
  await commands.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete post' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectCount(page.getByRole('link', { name: 'Goes', exact: true }), 0)
  await expect.element(page.getByRole('link', { name: 'Stays', exact: true })).toHaveFocus()
})

test('BY13 a playlist that fails to load is not reported as missing', async () => {
  const bead = sampleBead('Slow mornings')
  await mount('/p/grace', {
    answers: {
      'GET /api/v0/members/:uid': sampleMe({ uid: 'grace', name: 'Grace Hopper' }),
      'GET /api/v0/beads': pageOf(bead),
      'GET /api/v0/beads/:id': bead,
    },
  })
  const { fetch } = globalThis
  globalThis.fetch = (input, init) =>
    new Request(input, init).url.includes('/beads/b') ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init)
  await page.getByRole('main').getByRole('link', { name: bead.title }).first().click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Something is wrong' })).toBeVisible()
  await expect.poll(() => document.title).toBe('Something is wrong · Strand')
  globalThis.fetch = fetch
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.poll(() => document.title).toBe(`${bead.title} · Strand`)
})

test('BY13 U1 the member and the settings cannot be read → the next screen reads them again', async () => {
  let isFailing = true
  const me = sampleMe()
  const failure = new Refusal({ code: 'internal', message: 'Something went wrong' })
  const { store, server } = await mount('/about', { me, answers: { 'GET /api/v0/me': () => (isFailing ? failure : me) } })
  const account = page.getByRole('button', { name: `Account of ${me.name}` })
  await expect.element(account).toBeVisible()
  store.dispatch(api.util.resetApiState())
  await expectCount(account, 0)
  await expect.poll(() => server.inputsOf('GET /api/v0/me').length).toBe(1)
  isFailing = false
  await page.getByRole('link', { name: 'Strand: discover playlists' }).click()
  await expect.element(account).toBeVisible()
  expect(server.inputsOf('GET /api/v0/me')).toHaveLength(2)
})

const expired = new Refusal({ code: 'unauthenticated', message: messages.sessionEnded, invalidSession: true })
const logInDialog = page.getByRole('dialog', { name: 'Log in or sign up' })

/** Logs in as a member in the dialog of the expired session. */
async function logIn({ server }: Mounted, me: Me): Promise<void> {
  Object.assign(server.answers, { 'GET /api/v0/me': me, 'POST /api/v1/auth/milq': me } satisfies Answers)
  await logInDialog.getByLabelText('E-mail or user id').fill(me.uid)
  await logInDialog.getByLabelText('Password', { exact: true }).fill('correct')
  await commands.press('Enter')
  await expect.element(logInDialog).not.toBeInTheDocument()
}

test('M1 U9 an expired session retains the input of an admin page for the same admin, and hides it from others', async () => {
  const admin = sampleMe({ isAdmin: true })
  const { uid, name, image, verified, creationDate, privileges } = sampleMe({ uid: 'grace', name: 'Grace Hopper' })
  const member = { _id: uid, id: uid, uid, name, image, verified, creationDate, email: 'grace@example.org', emailVerified: true }
  const removal = { id: 'r1', since: null, before: creationDate, reason: 'Spam', creationDate, posts: 9, comments: 0, beads: 0 }
  const mounted = await mount('/admin/setprivileges?uid=grace', {
    me: admin,
    answers: {
      'GET /api/v0/admin/members/:uid': {
        member: { ...member, isAdmin: false, suspension: null, createdPostCount: 0, createdBeadCount: 0 },
        sessionCount: 1,
        removal: { ...removal, status: 'running', left: { posts: 5, comments: 0, beads: 0 } },
      },
      'GET /api/v0/admin/members/:uid/privileges': { uid, name, privileges, verified, isAdmin: false },
      'POST /api/v0/admin/members/:uid/suspension': expired,
    },
  })
  const { server, store } = mounted
  const email = page.getByText('grace@example.org')
  const form = page.getByRole('form', { name: 'Suspension', includeHidden: true })
  const reason = form.getByLabelText('Reason')
  const suspend = async () => {
    await form.getByRole('button', { name: 'Suspend' }).click()
    await expect.element(logInDialog.getByText(messages.sessionEnded)).toBeVisible()
  }
  await reason.fill('Advertises in comments')
  await suspend()
  await expect.element(reason).toHaveValue('Advertises in comments')
  await logIn(mounted, admin)
  await expect.element(reason).toHaveValue('Advertises in comments')
  await expect.element(reason).toBeVisible()

  // Closing the dialog hides the page, which reads nothing more. The admin can still log in.
  await suspend()
  await commands.press('Escape')
  await expect.element(page.getByText('Only admins can see this page.')).toBeVisible()
  await expect.element(email).not.toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  const reads = server.inputsOf('GET /api/v0/admin/members/:uid').length
  await new Promise((resolve) => setTimeout(resolve, 2000))
  expect(server.inputsOf('GET /api/v0/admin/members/:uid')).toHaveLength(reads)
  await page.getByRole('navigation').getByRole('button', { name: 'Log In' }).click()
  await logIn(mounted, admin)
  await expect.element(reason).toBeVisible()
  await expect.element(reason).toHaveValue('Advertises in comments')

  // Another admin gets an empty form, another member none.
  const other = sampleMe({ uid: 'alan', name: 'Alan Turing', isAdmin: true })
  await suspend()
  await logIn(mounted, other)
  await expect.element(reason).toHaveValue('')
  setMeFromOtherTab(store.dispatch, sampleMe({ uid: 'edsger', name: 'Edsger Dijkstra' }))
  await expect.element(page.getByText('Only admins can see this page.')).toBeVisible()
  await expect.element(email).not.toBeInTheDocument()
})

test('M1 U9 the session of an admin expires on the page of their own account → it is still shown as their own', async () => {
  const admin = sampleMe({ isAdmin: true })
  const { uid, name, image, verified, creationDate, privileges } = admin
  const member = { _id: uid, id: uid, uid, name, image, verified, creationDate, email: 'ada@example.org', emailVerified: true }
  await mount(`/admin/setprivileges?uid=${uid}`, {
    me: admin,
    answers: {
      'GET /api/v0/admin/members/:uid': {
        member: { ...member, isAdmin: true, suspension: null, createdPostCount: 0, createdBeadCount: 0 },
        sessionCount: 1,
        removal: null,
      },
      'GET /api/v0/admin/members/:uid/privileges': { uid, name, privileges, verified, isAdmin: true },
      'POST /api/v0/admin/members/:uid/privileges': expired,
    },
  })
  const sections = page.getByRole('main', { includeHidden: true }).getByRole('heading', { level: 2, includeHidden: true })
  const rights = page.getByRole('form').filter({ has: page.getByLabelText('Verified', { exact: true }) })
  await expect.element(rights).toBeVisible()
  const own = sections.elements().map(({ textContent }) => textContent)
  await rights.getByRole('button', { name: 'Save' }).click()
  await expect.element(logInDialog.getByText(messages.sessionEnded)).toBeVisible()
  expect(sections.elements().map(({ textContent }) => textContent)).toEqual(own)
})

const settings = page.getByRole('dialog', { name: 'Your profile' })
const nameField = settings.getByLabelText('Name')

async function openSettings(me: Me, changes: Answers = {}): Promise<Mounted> {
  const mounted = await mount(`/p/${me.uid}`, {
    me,
    answers: {
      ...answers,
      'GET /api/v0/members/:uid': me,
      'GET /api/v2/members/:uid/activity': pageOf(),
      ...changes,
    },
  })
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await nameField.fill('Ada Byron')
  return mounted
}

test('F4 B8 the link to all preferences in changed profile settings → a confirmation first', async () => {
  await openSettings(sampleMe())
  const question = page.getByRole('dialog', { name: /^Your changes will not be saved/ })
  const link = settings.getByRole('link', { name: 'All preferences' })
  await link.click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(nameField).toHaveValue('Ada Byron')
  expect(address()).toBe('/p/ada')
  await link.click()
  await question.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect.element(field('Name')).toHaveValue('Ada Lovelace')
  expect(address()).toBe('/preferences')
  await expectCount(page.getByRole('dialog'), 0)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('F4 U9 an expired session retains the input of the profile settings for the same member only', async () => {
  const me = sampleMe()
  const mounted = await openSettings(me, { 'POST /api/v0/me/preferences': expired })
  const save = async () => {
    await settings.getByRole('button', { name: 'Save' }).click()
    await expect.element(logInDialog.getByText(messages.sessionEnded)).toBeVisible()
  }
  await save()
  await logIn(mounted, me)
  await expect.element(nameField).toHaveValue('Ada Byron')

  // Closing the dialog hides the settings. The member can still log in.
  await save()
  await commands.press('Escape')
  await expect.element(settings).not.toBeInTheDocument()
  await expectCount(page.getByRole('button', { name: 'Settings', exact: true }), 0)
  await page.getByRole('navigation').getByRole('button', { name: 'Log In' }).click()
  await logIn(mounted, me)
  await expect.element(nameField).toHaveValue('Ada Byron')
  // Only the settings: the welcome is over.
  await expectCount(page.getByRole('dialog', { includeHidden: true }), 1)

  await save()
  await logIn(mounted, sampleMe({ uid: 'grace', name: 'Grace Hopper' }))
  await expect.element(settings).not.toBeInTheDocument()
  await expectCount(page.getByRole('button', { name: 'Settings', exact: true }), 0)
})
