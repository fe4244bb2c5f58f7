/** The intent of a visitor runs after sign-in; sessions in several tabs (U9, U10). */
import type { Locator, Page } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { addPost, asyncHeader, beadTitled, postsOf, showcase, signUp, startPlaylist } from './api.ts'
import { runClockUntilVisible } from './clock.ts'
import { expect, started, test } from './fixtures.ts'
import { accountButton, searchOrPaste } from './members.ts'
import { settled } from './settled.ts'

/** Adds a button to the page that requires a sign-in. */
async function mark(page: Page, intent: string): Promise<Locator> {
  await started(page)
  await page.evaluate((intent) => {
    document.querySelector('[data-force-login]')?.remove()
    const button = Object.assign(document.createElement('button'), { textContent: 'Only for members' })
    button.dataset['forceLogin'] = intent
    button.addEventListener('click', () => Object.assign(window, { pressed: intent }))
    document.querySelector('main')!.append(button)
  }, intent)
  return page.getByRole('button', { name: 'Only for members' })
}

const pressed = (page: Page) => page.evaluate(() => (window as { pressed?: string }).pressed)

async function logIn(page: Page, { uid, password }: { uid: string; password: string }): Promise<void> {
  const dialog = page.getByRole('dialog')
  const toLogin = dialog.getByRole('button', { name: 'Log in', exact: true })
  await toLogin.click()
  await dialog.getByLabel('E-mail or user id').fill(uid)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  const answered = page.waitForResponse('**/api/v1/auth/milq')
  await page.keyboard.press('Enter')
  await answered
  await page.clock.runFor(1000)
}

/** Waits for the welcome, and runs the clock until it has ended. */
async function welcomed(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('dialog').getByText(`Welcome, ${name}!`)).toBeVisible()
  await page.clock.runFor(2500)
}

async function logOut(page: Page): Promise<void> {
  await page.context().request.post('/logout', { headers: asyncHeader })
  await page.context().clearCookies({ name: 'strand_session' })
}

interface Relations {
  data: { type: number; entity: string; collected: boolean }[]
}
const relationTypes = async (page: Page, uid: string, entity: string) =>
  ((await (await page.context().request.get(`/api/v0/members/${uid}/relations?entities=${entity}`)).json()) as Relations).data.map(
    ({ type }) => type,
  )

test('U10 each intent runs once after the welcome and shows its toast; one that is already fulfilled does not run', async ({
  page,
  newVisitor,
  request,
}) => {
  test.setTimeout(120_000)
  const bead = await showcase(request)
  const [post] = await postsOf(request, bead.id, 'earliest')
  const author = await newVisitor()
  const { uid: creator } = await signUp(author.request, 'Author Ann')
  const own = await startPlaylist(author.request, 'What Ann keeps')
  const commented = await addPost(author.request, own.id, 'https://example.org/told', 'Told by Ann')
  const comment = (await (
    await author.request.post(`/api/v0/comments/${commented.id}`, { headers: asyncHeader, data: { text: 'Hello to all' } })
  ).json()) as { id: string }
  const member = await newVisitor()
  const who = { ...(await signUp(member.request, 'Willing Will')), name: 'Willing Will' }
  const calls: string[] = []
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && /\/api\/v0\/.*\/(collect|follow|like)$/.test(sent.url())) calls.push(new URL(sent.url()).pathname)
  })

  const cases = [
    { intent: `collect/${post!.id}`, toast: 'Collected!', entity: post!.id, type: 1 },
    { intent: `followbead/${own.id}`, toast: 'Followed!', entity: own.id, type: 2 },
    { intent: `followmember/${creator}`, toast: 'Followed!', entity: creator, type: 3 },
    { intent: `commentReact/${comment.id}`, toast: 'Liked!', entity: comment.id, type: 6 },
  ]
  await page.clock.install()
  await page.goto('/about')
  for (const { intent, toast, entity, type } of cases) {
    await test.step(intent, async () => {
      await page.reload()
      const button = await mark(page, intent)
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'Join Strand' })).toBeVisible()
      expect(await pressed(page)).toBeUndefined()
      await logIn(page, who)
      await expect(page.getByText('Welcome, Willing Will!')).toBeVisible()
      expect(calls).toEqual([])
      await welcomed(page, who.name)
      await runClockUntilVisible(page, page.getByText(toast).first(), 100)
      expect(await relationTypes(page, who.uid, entity)).toEqual([type])
      expect(calls.splice(0)).toHaveLength(1)
      // For a member, the click reaches the element's own listener.
      await button.click()
      expect(await pressed(page)).toBe(intent)
      // The toast, which has the role of a dialog, disappears too.
      await page.clock.fastForward(5000)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await logOut(page)
    })
  }

  for (const { intent, toast } of [cases[1]!, cases[3]!]) {
    await test.step(`${intent}, already fulfilled → no request and no toast`, async () => {
      await page.goto('/about')
      await (await mark(page, intent)).click()
      await logIn(page, who)
      const responsePromise = page.waitForResponse(/\/relations\?entities=/)
      await welcomed(page, who.name)
      await responsePromise
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.clock.runFor(2000)
      await expect(page.getByText(toast)).toHaveCount(0)
      expect(calls).toEqual([])
      await logOut(page)
    })
  }

  await test.step('an unknown intent is only logged', async () => {
    const logged: string[] = []
    page.on('console', (message) => void logged.push(message.text()))
    await page.goto('/about')
    await (await mark(page, 'juggle/five')).click()
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Join Strand' })).toBeVisible()
    expect(logged.join('\n')).toContain('juggle/five')
  })
})

test('U10 W7 after the welcome, dialogs open and pages load for their intents; a reload keeps the intent, closing the dialog drops it', async ({
  page,
  newVisitor,
  request,
}) => {
  test.setTimeout(120_000)
  const bead = await showcase(request)
  const [post] = await postsOf(request, bead.id, 'earliest')
  const dora = await newVisitor()
  const who = { ...(await signUp(dora.request, 'Doing Dora')), name: 'Doing Dora' }
  await startPlaylist(dora.request, 'What Dora does')
  const dialog = page.getByRole('dialog')
  await page.clock.install()
  const after = async (
    intent: string,
    seen: () => Promise<void>,
    press = async () => {
      await page.goto('/about')
      await (await mark(page, intent)).click()
    },
  ) => {
    await test.step(intent, async () => {
      await press()
      await logIn(page, who)
      await welcomed(page, who.name)
      await seen()
      await logOut(page)
    })
  }
  await after('startbead', () => expect(dialog.getByPlaceholder('Enter a title')).toBeVisible())
  await after('addpost', async () => {
    await expect(dialog.getByPlaceholder(searchOrPaste)).toBeVisible()
    await dialog.getByRole('radio', { name: 'Text only' }).click()
    await expect(dialog.getByRole('button', { name: 'What Dora does' })).toHaveCount(1)
  })
  // Elements of the app have the same attribute as those above.
  const open = await beadTitled(request, 'What do you cook for twelve?')
  await after(
    `addpost/${open.id}`,
    async () => {
      await expect(dialog.getByPlaceholder(searchOrPaste)).toBeVisible()
      await expect(dialog).toHaveAccessibleDescription(`to ${open.title}`)
      await expect(dialog.getByRole('button', { name: 'Pick playlist' })).toHaveCount(0)
    },
    async () => {
      await page.goto(open.href)
      const add = page.getByRole('main').getByRole('button', { name: 'add to this Playlist' })
      await expect(add).toHaveAttribute('data-force-login', `addpost/${open.id}`)
      await add.press('Enter')
      await expect(dialog.getByRole('heading', { name: 'Join Strand' })).toBeVisible()
    },
  )
  await after(
    `comment/${post!.id}`,
    () => expect(page.getByRole('textbox', { name: 'Your comment' }).first()).toBeFocused(),
    async () => {
      await page.goto(`/${post!.href}`)
      const comment = page.getByRole('main').getByRole('button', { name: 'Sign in to add a comment...' }).first()
      await expect(comment).toHaveAttribute('data-force-login', `comment/${post!.id}`)
      await comment.press('Enter')
      await expect(dialog.getByRole('heading', { name: 'Join Strand' })).toBeVisible()
    },
  )
  await after(`repost/${post!.id}`, () => expect(page.getByRole('dialog', { name: 'Add to another playlist' })).toBeVisible())
  await after('tvosconnect', async () => {
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(/\/about$/)
  })

  await test.step('a reload keeps the intent', async () => {
    await page.goto('/about')
    await (await mark(page, `collect/${post!.id}`)).click()
    await expect(dialog).toBeVisible()
    await page.reload()
    await page.getByRole('navigation').getByRole('button', { name: 'Log In' }).click()
    await dialog.getByLabel('E-mail or user id').fill(who.uid)
    await dialog.getByLabel('Password', { exact: true }).fill(who.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Welcome, Doing Dora!')).toBeVisible()
    // A reload during the welcome also keeps the intent.
    await page.reload()
    await expect(page.getByText('Collected!').first()).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('strand-intent'))).toBeNull()
    await page.reload()
    await expect(accountButton(page, 'Doing Dora')).toBeVisible()
    await expect(page.getByText('Collected!')).toHaveCount(0)
    await logOut(page)
  })

  await test.step('closing the dialog drops the intent', async () => {
    await page.goto('/about')
    await (await mark(page, 'startbead')).click()
    await expect(dialog.getByRole('heading', { name: 'Join Strand' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('navigation').getByRole('button', { name: 'Log In' }).click()
    await dialog.getByLabel('E-mail or user id').fill(who.uid)
    await dialog.getByLabel('Password', { exact: true }).fill(who.password)
    await page.keyboard.press('Enter')
    await welcomed(page, who.name)
    await expect(accountButton(page, 'Doing Dora')).toBeVisible()
    await expect(dialog).toBeHidden()
  })
})

test('U9 an expired session is reported once, with the next document or by the first call that is refused', async ({ page, context }) => {
  const { uid } = await signUp(context.request, 'Ended Ed')
  const [session] = (await context.cookies()).filter(({ name }) => name === 'strand_session')
  const break_ = () => context.addCookies([{ ...session!, value: 'y'.repeat(43) }])
  const prompt = page.getByRole('dialog').getByText(messages.sessionEnded)
  await page.clock.install()

  await test.step('an expired session in a document → one report', async () => {
    await break_()
    const logout = page.waitForResponse('**/logout')
    await page.goto('/about')
    await logout
    await expect(prompt).toBeVisible()
    await expect(page.getByLabel('E-mail or user id')).toBeFocused()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('an expired session in a report of the player → one report', async () => {
    await context.addCookies([session!])
    const bead = await showcase(context.request)
    await page.goto(`${bead.href}?sort=earliest`)
    await expect(accountButton(page, 'Ended Ed')).toBeVisible()
    // Otherwise another request of the page would detect the expired session before the click does.
    await settled(page)
    await break_()
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await expect(prompt).toBeVisible()
    await expect(accountButton(page, 'Ended Ed')).toHaveCount(0)
  })

  await test.step('logging in again → welcome, and the page continues', async () => {
    await page.getByLabel('E-mail or user id').fill(uid)
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('correct horse')
    await page.keyboard.press('Enter')
    await welcomed(page, 'Ended Ed')
    await expect(accountButton(page, 'Ended Ed')).toBeVisible()
  })
})

test('U9 U13 all tabs of a browser follow a log-in and a log-out', async ({ page, context, newVisitor }) => {
  const { uid, password } = await signUp((await newVisitor()).request, 'Tabby Two')
  const other = await context.newPage()
  await other.goto('/about')
  await page.clock.install()
  await page.goto('/')
  // Idle pages have loaded the code that listens to other tabs.
  await Promise.all([page, other].map(settled))
  await page.getByRole('navigation').getByRole('button', { name: 'Log In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail or user id').fill(uid)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await welcomed(page, 'Tabby Two')
  await expect(accountButton(page, 'Tabby Two')).toBeVisible()
  await expect(accountButton(other, 'Tabby Two')).toBeVisible()
  await expect(dialog).toBeHidden()

  await accountButton(other, 'Tabby Two').click()
  await other.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(other.getByRole('navigation').getByRole('button', { name: 'Log In' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Log In' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('U9 going back after a log-out shows no data of the member', async ({ page, context }) => {
  await signUp(context.request, 'Back Bea')
  await page.goto('/collection')
  await expect(accountButton(page, 'Back Bea')).toBeVisible()
  await page.goto('/about')
  await accountButton(page, 'Back Bea').click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(accountButton(page, 'Back Bea')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/collection$/)
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Log In' })).toBeVisible()
  await expect(page.getByText('Back Bea')).toHaveCount(0)
})
