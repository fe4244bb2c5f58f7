/** Journeys by keyboard alone (BY17): the focus is always visible, and closing a dialog or menu restores it. */
import { asyncHeader, signUp, showcase } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { enter, expectSeen, openAndLeave, reach } from './keyboard.ts'
import { accountButton, playerOf } from './members.ts'
import { bellOf } from './notifications.ts'
import { panelOf, queueButton } from './queue.ts'
import { boxOf, optionsOf } from './search-box.ts'
import { settled } from './settled.ts'

const main = (page: Page) => page.getByRole('main')
const bar = (page: Page) => page.getByRole('banner')
const heading = (page: Page, name?: string | RegExp) => page.getByRole('heading', { level: 1, ...(name !== undefined && { name }) })
const actions = (page: Page) => main(page).getByRole('group', { name: 'Playlist actions' })

async function logInDemo(page: Page): Promise<void> {
  const answer = await page
    .context()
    .request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: 'demo', password: 'strand' } })
  expect(answer.ok()).toBe(true)
}

test('BY17 R15 V1 L1 X1 U1 by keyboard, a visitor: skip the bar, discover, playlist, player and queue, search, log-in', async ({
  page,
  request,
}) => {
  const bead = await showcase(request)
  await page.goto('/discover')
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expectSeen(page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)

  await test.step('a playlist card and its posts', async () => {
    await enter(page, main(page).getByRole('link', { name: bead.title, exact: true }).first())
    await expect(heading(page, bead.title)).toBeFocused()
    await enter(
      page,
      main(page)
        .getByRole('button', { name: 'Play all', exact: true })
        .or(main(page).getByRole('button', { name: 'Play', exact: true }))
        .first(),
    )
    await expect(playerOf(page)).toBeVisible()
  })
  await test.step('the queue, with arrow keys from row to row', () =>
    openAndLeave(page, queueButton(page), panelOf(page), async () => {
      const focused = panelOf(page).locator('li [data-part="play"]:focus')
      for (let n = 0; n < 12 && (await focused.count()) === 0; n += 1) await page.keyboard.press('Tab')
      await expectSeen(focused)
      await page.keyboard.press('ArrowDown')
      await expectSeen(focused)
    }))
  await test.step('the search: Escape closes the list, the focus stays in the field', async () => {
    await reach(page, boxOf(page))
    await page.keyboard.type('pia')
    await expect(optionsOf(page).first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(boxOf(page)).toHaveAttribute('aria-activedescendant', /.+/)
    await page.keyboard.press('Escape')
    await expect(optionsOf(page)).toHaveCount(0)
    await expectSeen(boxOf(page))
  })
  await test.step('the log-in and its modes', () =>
    openAndLeave(page, bar(page).getByRole('button', { name: 'Log In' }), page.getByRole('dialog'), async () => {
      const dialog = page.getByRole('dialog')
      await expectSeen(dialog.getByLabel('E-mail or user id'))
      await enter(page, dialog.getByRole('button', { name: 'Forgot password?' }))
      await expectSeen(dialog.getByLabel('E-mail'))
      await enter(page, dialog.getByRole('button', { name: 'Log in', exact: true }))
      await expect(dialog.getByRole('button', { name: 'Forgot password?' })).toBeVisible()
    }))
})

test('BY17 W1 W4 by keyboard, a member follows, reads notifications and collects', async ({ page, request }) => {
  const bead = await showcase(request)
  await signUp(page.context().request, 'Kay Board')
  await page.goto(bead.href)
  const follow = actions(page).getByRole('button', { name: /^Follow(ing|ed)? / })
  await enter(page, follow)
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await expectSeen(follow)
  const bell = actions(page).getByRole('button', { name: /^Notify me of every new post/ })
  await enter(page, bell)
  await expect(bell).toHaveAttribute('aria-pressed', 'true')

  const more = actions(page).getByRole('button', { name: 'More' })
  await openAndLeave(page, more, page.getByRole('menu'))
  await page.keyboard.press('Enter')
  await enter(page, page.getByRole('menuitem', { name: 'Export…' }), 'ArrowDown')
  await expect(page.getByRole('dialog', { name: 'Export this playlist' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expectSeen(more)

  const post = main(page).getByRole('list', { name: 'Posts' }).getByRole('article').first()
  await openAndLeave(page, post.getByRole('button', { name: /^More for / }), page.getByRole('menu'))
})

test('BY17 N1 N2 BZ9 O1 R8 the feed by keyboard: reasons, full texts, collecting, dismissing and notifications', async ({ page }) => {
  await logInDemo(page)
  await page.goto('/activity')
  await expect(heading(page)).toBeVisible()
  await settled(page)
  await openAndLeave(
    page,
    main(page)
      .getByRole('button', { name: /^(because you follow|Followed by) / })
      .first(),
    page.getByRole('menu'),
    async () => {
      await page.keyboard.press('ArrowDown')
      await expectSeen(page.getByRole('menuitem').first())
    },
  )
  const expand = main(page)
    .getByRole('button', { name: /^Show more of / })
    .first()
  const name = (await expand.getAttribute('aria-label'))!.slice('Show more of '.length)
  await enter(page, expand)
  const collapse = main(page).getByRole('button', { name: `Show less of ${name}`, exact: true })
  await expectSeen(collapse)
  await page.keyboard.press('Enter')
  await expect(collapse).toHaveCount(0)
  const collect = main(page)
    .getByRole('button', { name: /^Collect / })
    .first()
  const was = await collect.getAttribute('aria-pressed')
  await enter(page, collect)
  await expect(collect).not.toHaveAttribute('aria-pressed', was!)
  await expectSeen(collect)

  const beside = page.getByRole('region', { name: 'You might like' })
  const dismiss = beside.getByRole('button', { name: /^Don't suggest / }).first()
  await enter(page, dismiss)
  await expect.poll(() => beside.evaluate((part) => part.contains(document.activeElement)), 'the focus goes on with the next').toBe(true)
  await openAndLeave(page, bellOf(page), page.getByRole('dialog', { name: 'Notifications' }))
})

test('BY17 F4 P1 P2 P5 BY12 by keyboard: own profile, preferences, picture and account deletion', async ({ page }) => {
  await signUp(page.context().request, 'Tess Tab')
  await page.goto('/discover')
  await enter(page, accountButton(page, 'Tess Tab'))
  await enter(page, page.getByRole('menuitem', { name: 'My Profile' }), 'ArrowDown')
  await expect(heading(page, 'Tess Tab')).toBeFocused()
  await openAndLeave(
    page,
    main(page).getByRole('button', { name: 'Settings', exact: true }),
    page.getByRole('dialog', { name: 'Your profile' }),
    async () => {
      await expectSeen(page.getByRole('dialog').getByLabel('E-mail'))
    },
  )

  await enter(page, accountButton(page, 'Tess Tab'))
  await enter(page, page.getByRole('menuitem', { name: 'Preferences' }), 'ArrowDown')
  await expect(heading(page, 'Preferences')).toBeFocused()
  await openAndLeave(
    page,
    page.getByRole('button', { name: 'Change picture' }),
    page.getByRole('dialog', { name: 'Profile picture' }),
    async () => {
      const chosen = page.waitForEvent('filechooser')
      await expectSeen(page.getByRole('dialog').getByRole('button', { name: 'Choose image' }))
      await page.keyboard.press('Enter')
      await chosen
    },
  )
  await reach(page, main(page).getByLabel('City', { exact: true }))
  await page.keyboard.type('Kiel')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Your preferences have been saved.' })).toBeVisible()
  await openAndLeave(
    page,
    main(page).getByRole('button', { name: 'Delete my account' }),
    page.getByRole('dialog', { name: 'Delete your account?' }),
  )

  await enter(page, main(page).getByRole('link', { name: 'Notifications', exact: true }))
  const digest = page.getByLabel('Weekly digest')
  await reach(page, digest)
  await page.keyboard.press('Space')
  await expect(digest).not.toBeChecked()
  await enter(page, page.getByRole('button', { name: 'Make it so' }))
  await expect(page.getByRole('status').filter({ hasText: 'Your preferences have been saved.' })).toBeVisible()
})

test('BY17 BY21 R15 R16 Y1 T1 by keyboard: menus, theme, tags to follow, filters beside a collection and in the sheet', async ({
  page,
}) => {
  await logInDemo(page)
  await page.goto('/followtags')
  const pick = page.getByRole('region', { name: 'For you' }).getByRole('button').nth(1)
  const before = await pick.getAttribute('aria-pressed')
  await reach(page, pick)
  await page.keyboard.press('Space')
  await expect(pick).not.toHaveAttribute('aria-pressed', before!)
  await expectSeen(pick)
  await page.keyboard.press('Space')
  await expect(pick).toHaveAttribute('aria-pressed', before!)

  await openAndLeave(page, bar(page).getByRole('button', { name: 'Menu', exact: true }), page.getByRole('dialog', { name: 'Menu' }))
  const theme = bar(page).getByRole('button', { name: 'Colour theme' })
  await openAndLeave(page, theme, page.getByRole('menu'), async () => {
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', /light|dark/)
    await expectSeen(theme)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
  })

  await page.goto('/collection')
  const panel = page.getByRole('complementary', { name: 'Filters' })
  const tag = panel.getByRole('region', { name: 'Tags' }).getByRole('link').first()
  await enter(page, tag)
  await expect(tag).toHaveAttribute('aria-current', 'true')
  await expectSeen(tag)
  await enter(page, panel.getByRole('link', { name: 'Clear' }))
  await expect(tag).not.toHaveAttribute('aria-current')
  await expect(panel.getByRole('heading', { name: 'Filters' }), 'what was pressed has gone').toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/collection')
  await openAndLeave(page, main(page).getByRole('button', { name: 'Filters' }), page.getByRole('dialog', { name: 'Filters' }), async () => {
    await enter(page, page.getByRole('dialog').getByRole('region', { name: 'Tags' }).getByRole('link').first())
    await expect(page).toHaveURL(/\/collection\?tag=/)
  })
})
