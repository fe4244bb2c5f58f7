/** Keyboard shortcuts and their sheet (BY9). */
import type { Page } from '@playwright/test'
import { addPost, postsOf, showcase, signUp, startPlaylist } from './api.ts'
import { expect, test } from './fixtures.ts'
import { accountButton, playerOf } from './members.ts'
import { serveSounds, soundOf } from './sounds.ts'

const playButton = (page: Page) => playerOf(page).getByRole('button', { name: 'Play', exact: true })
const pauseButton = (page: Page) => playerOf(page).getByRole('button', { name: 'Pause', exact: true })
const position = async (page: Page) => Number(await playerOf(page).getByRole('slider', { name: 'Seek' }).inputValue())
const volume = (page: Page) => playerOf(page).getByRole('slider', { name: 'Volume' })

/** Plays the first of three sounds of 200 s, and pauses it at its beginning. */
async function playSounds(page: Page): Promise<void> {
  await serveSounds(page.context())
  await signUp(page.context().request, 'Key Presser')
  const bead = await startPlaylist(page.context().request, 'Long sounds')
  for (const n of [1, 2, 3]) await addPost(page.context().request, bead.id, soundOf(200, `sound${n}`), `Sound ${n}`)
  await page.goto(`/${bead.id}?sort=earliest`)
  await page.getByRole('main').getByRole('button', { name: 'Play Sound 1' }).click()
  await expect(pauseButton(page)).toBeVisible()
  await pauseButton(page).click()
  await page.getByRole('heading', { level: 1 }).click()
}

test('BY9 L2 every shortcut does what the sheet says', async ({ page }) => {
  await playSounds(page)
  const player = playerOf(page)
  const press = (key: string) => page.keyboard.press(key)

  await test.step('Space and k play and pause, and the page does not scroll', async () => {
    await press('Space')
    await expect(pauseButton(page)).toBeVisible()
    await press('k')
    await expect(playButton(page)).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
  await test.step('j, l, arrows and digits seek within the medium', async () => {
    await press('5')
    await expect.poll(() => position(page)).toBe(100)
    await press('l')
    await expect.poll(() => position(page)).toBe(110)
    await press('j')
    await expect.poll(() => position(page)).toBe(100)
    await press('ArrowRight')
    await expect.poll(() => position(page)).toBe(105)
    await press('ArrowLeft')
    await expect.poll(() => position(page)).toBe(100)
    await press('9')
    await expect.poll(() => position(page)).toBe(180)
    await press('0')
    await expect.poll(() => position(page)).toBe(0)
    await press('j')
    await expect.poll(() => position(page)).toBe(0)
  })
  await test.step('n and p skip, with Shift too; at the ends they do nothing', async () => {
    await press('p')
    await expect(player).toContainText('Sound 1')
    await press('n')
    await expect(player).toContainText('Sound 2')
    await press('Shift+N')
    await expect(player).toContainText('Sound 3')
    await press('n')
    await expect(player).toContainText('Sound 3')
    await press('Shift+P')
    await expect(player).toContainText('Sound 2')
    await press('p')
    await expect(player).toContainText('Sound 1')
  })
  await test.step('m, + and − change the volume; the arrows scroll the page unless the player has the focus', async () => {
    await press('m')
    await expect(player.getByRole('button', { name: 'Unmute' })).toBeVisible()
    await press('m')
    await expect(volume(page)).toHaveValue('100')
    await press('-')
    await press('-')
    await expect(volume(page)).toHaveValue('90')
    await press('+')
    await expect(volume(page)).toHaveValue('95')
    await press('ArrowDown')
    await expect(volume(page)).toHaveValue('95')
    await player.getByRole('button', { name: 'Mute', exact: true }).focus()
    await press('ArrowDown')
    await expect(volume(page)).toHaveValue('90')
    await press('ArrowUp')
    await expect(volume(page)).toHaveValue('95')
    await player.evaluate((region) => {
      const list = document.createElement('div')
      const long = document.createElement('p')
      long.style.height = '400px'
      list.append(long)
      Object.assign(list, { id: 'list', tabIndex: 0 })
      Object.assign(list.style, { position: 'fixed', top: '0', width: '80px', height: '40px', overflow: 'auto' })
      region.append(list)
    })
    await page.locator('#list').focus()
    await press('ArrowDown')
    await expect(volume(page), 'a list in the player scrolls').toHaveValue('95')
    await page.locator('#list').evaluate((list) => list.remove())
    await page.getByRole('heading', { level: 1 }).click()
  })
  await test.step('r and s, announced to screen readers', async () => {
    await press('r')
    await expect(player.getByRole('button', { name: 'Repeat' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('status').filter({ hasText: 'Repeat on' })).toBeAttached()
    await press('r')
    await press('s')
    await expect(player.getByRole('button', { name: 'Shuffle' })).toHaveAttribute('aria-pressed', 'true')
    await press('s')
    await expect(player.getByRole('button', { name: 'Shuffle' })).toHaveAttribute('aria-pressed', 'false')
  })
  await test.step('f and i change the mode', async () => {
    await press('f')
    await expect(player.getByRole('button', { name: 'Full screen' })).toHaveAttribute('aria-pressed', 'true')
    await press('f')
    await expect(player.getByRole('button', { name: 'Full screen' })).toHaveAttribute('aria-pressed', 'false')
    await press('i')
    await expect(player.getByRole('button', { name: 'Minimise' })).toBeVisible()
    await press('i')
    await expect(player.getByRole('button', { name: 'Maximise' })).toBeVisible()
  })
  await test.step('q opens and closes the queue, c collects', async () => {
    await press('q')
    await expect(page.getByRole('dialog', { name: 'Queue' })).toBeVisible()
    await press('q')
    await expect(page.getByRole('dialog', { name: 'Queue' })).toBeHidden()
    const collect = player.getByRole('button', { name: 'Collect' }).first()
    await press('c')
    await expect(collect).toHaveAttribute('aria-pressed', 'true')
    await press('c')
    await expect(collect).toHaveAttribute('aria-pressed', 'false')
  })
  await test.step('the K key of another alphabet works too', async () => {
    await expect(pauseButton(page)).toBeVisible()
    await page.evaluate(() =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', bubbles: true, cancelable: true })),
    )
    await expect(playButton(page)).toBeVisible()
  })
})

test('BY9 no shortcut applies while typing, in a dialog, with a modifier or in an input method', async ({ page }) => {
  await playSounds(page)
  const still = async (what: string) => {
    expect(await position(page), what).toBe(0)
    await expect(playButton(page), what).toBeVisible()
    await expect(playerOf(page), what).toContainText('Sound 1')
    await expect(volume(page), what).toHaveValue('100')
  }
  const everything = ' kjlnpm5+-rsficq?'

  await test.step('comment', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Sound 2' }).first().click()
    const comment = page.getByRole('main').getByRole('textbox').first()
    await comment.click()
    await page.keyboard.type(`x${everything}`)
    await page.keyboard.press('ArrowLeft')
    expect(await comment.inputValue()).toBe(`x${everything}`)
    await still('in a comment')
    await comment.fill('')
  })
  await test.step('plain fields and editable elements', async () => {
    for (const html of [
      '<input id="probe">',
      '<input type="search" id="probe">',
      '<textarea id="probe"></textarea>',
      '<select id="probe"><option>k<option>m</select>',
      '<div contenteditable id="probe" tabindex="0"><b>x</b></div>',
      '<div role="textbox" tabindex="0" id="probe"></div>',
    ]) {
      await page.evaluate((markup) => document.getElementById('main')!.insertAdjacentHTML('afterbegin', markup), html)
      await page.locator('#probe').focus()
      for (const key of ['k', 'Space', 'l', '5', 'n', 'm', 'ArrowRight', '?']) await page.keyboard.press(key)
      await still(html)
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.locator('#probe').evaluate((element) => element.remove())
    }
  })
  await test.step('sliders keep their arrows, buttons their Space', async () => {
    await volume(page).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(volume(page)).toHaveValue('95')
    expect(await position(page)).toBe(0)
    await page.keyboard.press('ArrowRight')
    await playerOf(page).getByRole('button', { name: 'Mute', exact: true }).focus()
    await page.keyboard.press('Space')
    await expect(playerOf(page).getByRole('button', { name: 'Unmute' })).toBeVisible()
    await page.keyboard.press('Space')
    await still('on buttons and sliders')
  })
  await test.step('modifiers, input methods, held keys', async () => {
    await page.getByRole('heading', { level: 1 }).click()
    for (const key of ['Control+k', 'Alt+n', 'Meta+m', 'Control+5', 'Shift+K', 'Shift+ArrowRight']) await page.keyboard.press(key)
    await page.evaluate(() => {
      const send = (init: KeyboardEventInit) =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
      send({ key: 'k', code: 'KeyK', isComposing: true })
      send({ key: 'm', code: 'KeyM', keyCode: 229 } as KeyboardEventInit)
      send({ key: 'k', code: 'KeyK', repeat: true })
    })
    await still('with modifiers')
  })
  await test.step('an open dialog or menu', async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    for (const key of ['k', 'n', 'm', '5']) await page.keyboard.press(key)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await still('in a dialog')
    await accountButton(page, 'Key Presser').click()
    await expect(page.getByRole('menu')).toBeVisible()
    for (const key of ['k', 'n', 'm', '5']) await page.keyboard.press(key)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
    await still('in a menu')
  })
})

test('BY9 BY17 the sheet lists the shortcuts, opens without a keyboard, and disables them permanently', async ({ page }) => {
  await signUp(page.context().request, 'Sheet Reader')
  await page.goto('/discover')
  await expect(accountButton(page, 'Sheet Reader')).toBeVisible()
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })

  await test.step('with no item in the player only "?" is a shortcut', async () => {
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await page.keyboard.press('Space')
    await expect(async () => {
      await page.keyboard.press('?')
      await expect(sheet).toBeVisible({ timeout: 500 })
    }).toPass()
    for (const group of ['Playing', 'Position', 'Sound', 'View']) await expect(sheet.getByRole('heading', { name: group })).toBeVisible()
    await expect(sheet.getByText('Play or pause')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  })
  await test.step('disabled, no shortcut applies, after a reload too', async () => {
    await accountButton(page, 'Sheet Reader').click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await sheet.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await page.reload()
    const bead = await showcase(page.context().request)
    const [first] = await postsOf(page.context().request, bead.id, 'earliest')
    await page.goto(`/${bead.id}?sort=earliest`)
    await page
      .getByRole('main')
      .getByRole('button', { name: `Play ${first!.title}` })
      .click()
    await expect(pauseButton(page)).toBeVisible()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('k')
    await page.keyboard.press('?')
    await page.waitForTimeout(300)
    await expect(pauseButton(page)).toBeVisible()
    await expect(sheet).toBeHidden()
  })
  await test.step('enabled again in the menu of the player', async () => {
    await playerOf(page).getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await sheet.getByRole('checkbox').check()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('k')
    await expect(playButton(page)).toBeVisible()
  })
})
