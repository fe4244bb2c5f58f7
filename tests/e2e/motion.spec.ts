/** Reduced motion: nothing moves (BY17). */
import { showcase, signUp } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { accountButton, openSignUp } from './members.ts'

test.use({ unwelcomed: true })

/** The elements that have an animation or transition. The pulse of loading indicators (`breathe`) is allowed. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seconds = (list: string): number =>
      Math.max(...list.split(',').map((one) => Number.parseFloat(one) * (one.trim().endsWith('ms') ? 0.001 : 1)))
    const found: string[] = []
    for (const element of document.querySelectorAll('*'))
      for (const pseudo of [undefined, '::before', '::after']) {
        const style = getComputedStyle(element, pseudo)
        if (pseudo !== undefined && style.content === 'none') continue
        const animated = style.animationName !== 'none' && !style.animationName.includes('breathe') && seconds(style.animationDuration) > 0
        const transitions = style.transitionProperty !== 'none' && seconds(style.transitionDuration) > 0
        if (animated || transitions)
          found.push(
            `${element.tagName}.${element.getAttribute('class') ?? ''}${pseudo ?? ''}: ${animated ? style.animationName : style.transition}`,
          )
      }
    return [...new Set(found)]
  })

test('BY17 with reduced motion nothing moves on any page, in any dialog or menu, and a shake is a change of colour', async ({
  newVisitor,
  request,
}) => {
  const bead = await showcase(request)
  const context = await newVisitor({ reducedMotion: 'reduce', permissions: ['clipboard-write'] })
  const page = await context.newPage()
  await test.step('the landing', async () => {
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Welcome to Strand' })).toBeVisible()
    expect(await moving(page)).toEqual([])
  })
  await test.step('a dialog with an error', async () => {
    await page.goto('/music')
    const dialog = await openSignUp(page)
    expect(await moving(page)).toEqual([])
    const box = dialog.locator('form').first()
    await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
    await expect(box).toBeVisible()
    expect(await moving(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('a playing playlist, its queue and a toast', async () => {
    await page.goto(bead.href)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Play / })
      .first()
      .click()
    const player = page.getByRole('region', { name: 'Player' })
    await expect(player).toBeVisible()
    expect(await moving(page)).toEqual([])
    await player.getByRole('button', { name: 'Queue', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Queue' })).toBeVisible()
    expect(await moving(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Copy link' }).click()
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('dialog')).toBeVisible()
    expect(await moving(page)).toEqual([])
  })
  await test.step('menus, the feed and the notices for a member', async () => {
    await signUp(context.request, 'Still Water')
    await page.goto('/activity')
    await page.keyboard.press('Shift')
    await expect(page.getByRole('region', { name: 'Please confirm your e-mail address' })).toBeVisible()
    expect(await moving(page)).toEqual([])
    await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    expect(await moving(page)).toEqual([])
    await page.keyboard.press('Escape')
    await accountButton(page, 'Still Water').click()
    await expect(page.getByRole('menu')).toBeVisible()
    expect(await moving(page)).toEqual([])
  })
})
