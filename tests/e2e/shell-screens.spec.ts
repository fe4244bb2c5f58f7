/** Every screen of the list, with its account: axe in both themes, and nothing is wider than the window. */
import { expectAccessible, faultsIn } from './axe.ts'
import { expect, test, type Page } from './fixtures.ts'
import { enter, eyes, inReachableOrder, screensOf, show, stepsBetween, type ScreenShown } from './screens-list.ts'
import { press, seeMenu, sequence } from './screens-steps.ts'

// The messages name the elements; a trace of a hundred pages would take longer than the test.
test.use({ trace: 'off' })
// Each test takes minutes and signs in by itself.
test.describe.configure({ mode: 'parallel' })

/** One width for each range between the breakpoints (R23), in px, the widest first. */
const widths = { wide: [1280], narrow: [390], tv: [1920], undefined: [1280, 768, 640, 390] }
const heightOf = (width: number): number => (width === 1920 ? 1080 : 800)

/** Dialogs that extend beyond the window. A dialog must scroll its body, so that title and buttons stay visible. */
const cutDialogs = (page: Page): Promise<string[]> =>
  page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .evaluateAll((dialogs) =>
      dialogs.flatMap((dialog) => {
        const { top, bottom } = dialog.getBoundingClientRect()
        return top < 0 || bottom > innerHeight ? [`${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight} px`] : []
      }),
    )

/** The open dialog or menu, if the page behind it is inert. That page is checked as a screen of its own. */
const modalOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const modal = '[role=dialog], [role=alertdialog], [role=menu]'
    const isInert = document.querySelector('main')?.closest('[inert], [aria-hidden=true]') != null
    return isInert && document.querySelector(modal) !== null ? modal : undefined
  })

async function look(page: Page, { name, at }: ScreenShown): Promise<void> {
  const [first, ...narrower] = widths[at ?? 'undefined']
  const within = await modalOf(page)
  // A menu belongs to its button, not to a part of the page.
  const besides = (await page.getByRole('menu').count()) > 0 ? ['region'] : []
  for (const width of [first!, ...narrower]) {
    await page.setViewportSize({ width, height: heightOf(width) })
    // At the top, no element is half below the bar, which would make its target smaller.
    await page.evaluate(() => scrollTo(0, 0))
    // Compared with the width of the body: with locked scrolling and a stable gutter, the window is wider than the page.
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.body.offsetWidth)
    expect.soft(overflow, `${name}, ${width} wide`).toBe(0)
    expect.soft(await cutDialogs(page), `${name}, ${width} wide: dialogs that reach beyond the window`).toEqual([])
    if (width === first) {
      await expectAccessible(page, `${name}, ${width} wide`, { within, besides })
    } else if (width === 390) expect.soft(await faultsIn(page, { within, besides, changed: 'width' }), `${name}, ${width} wide`).toEqual([])
  }
}

test('BY17 R23 a button without a name, pale text and a dialog beyond the window → each is reported', async ({ page }) => {
  await page.setContent('<main><h1>Here</h1><p style="color: #ccc; background: #fff">Pale</p><button></button></main>')
  const faults = await faultsIn(page)
  expect(faults.map((fault) => fault.split(':')[0])).toEqual(expect.arrayContaining(['button-name', 'color-contrast']))
  expect(await faultsIn(page, { within: 'p' })).toEqual([expect.stringContaining('color-contrast')])
  expect(await faultsIn(page, { besides: ['color-contrast', 'button-name'], changed: 'theme' })).toEqual([])
  await page.setContent('<div role="dialog" style="position: absolute; top: -20px">High</div>')
  expect(await cutDialogs(page)).toHaveLength(1)
})

test('BY17 R23 screens that begin with the same steps follow each other; each stays in the list once, the last one last', () => {
  const screen = (name: string, open?: ScreenShown['open'], as: ScreenShown['as'] = 'demo'): ScreenShown => ({ name, path: '/', as, open })
  const menu = sequence(press('More'), seeMenu)
  const [page, list] = [screen('page'), screen('list', sequence(menu, press('List')))]
  const [opened, other] = [screen('menu', menu), screen('other', press('Other'))]
  const [visitor, last] = [screen('visitor', menu, 'visitor'), { ...screen('last'), path: '/last' }]
  const ordered = inReachableOrder([list, page, visitor, other, opened, last])
  expect(ordered.map(({ name }) => name)).toEqual(['menu', 'list', 'page', 'other', 'visitor', 'last'])
  expect(stepsBetween(page, opened)).toHaveLength(2)
  expect(stepsBetween(opened, list)).toEqual([press('List')])
  for (const [from, to] of [
    [list, opened],
    [other, list],
    [opened, visitor],
    [page, last],
  ] as const)
    expect(stepsBetween(from, to)).toBeNull()
})

/** The number of tests per account, so that a retry does not repeat all screens. */
const parts = { visitor: 4, demo: 4, admin: 1, newcomer: 1 }

for (const unwelcomed of [false, true])
  test.describe(() => {
    test.use({ unwelcomed })
    for (const as of unwelcomed ? (['visitor', 'newcomer'] as const) : eyes) {
      const count = unwelcomed ? 1 : parts[as]
      for (let part = 0; part < count; part += 1)
        test(`BY17 BY21 R23 axe finds no violation and nothing overflows: ${as}${unwelcomed ? ', with notices' : ''}, ${part + 1} of ${count}`, async ({
          context,
          request,
        }) => {
          test.setTimeout(480_000)
          const me = await enter(context.request, as)
          const all = (await screensOf(request)).filter((screen) => screen.as === as && (screen.unwelcomed ?? false) === unwelcomed)
          const each = Math.ceil(all.length / count)
          const screens = inReachableOrder(all).slice(part * each, (part + 1) * each)
          let shown: { page: Page; screen: ScreenShown } | undefined
          for (const screen of screens)
            await test.step(screen.name, async () => {
              // The same steps on the same page lead to the same screen: it need not be loaded again.
              const steps = shown ? stepsBetween(shown.screen, screen) : null
              if (steps === null) await shown?.page.close()
              const page = shown && steps ? shown.page : await context.newPage()
              shown = { page, screen }
              const [width] = widths[screen.at ?? 'undefined']
              await page.setViewportSize({ width: width!, height: heightOf(width!) })
              // Without transitions, axe measures the final colours.
              await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
              if (steps === null) await show(page, screen, me)
              else for (const step of steps) await step(page)
              await look(page, screen)
            })
          await shown?.page.close()
        })
    }
  })
