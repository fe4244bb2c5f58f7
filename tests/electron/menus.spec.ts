/** Menus: zoom, find in page, and the context menu. */
import { expect, missing, test, type Desktop } from './application.ts'

test.skip(missing !== '', missing)

test('BY19 find in page: the bar is a page of its own, and counts the matches in the page of the window', async ({ launch, strand }) => {
  const { app, page, choose } = await launch({ args: ['strand://open/about'] })
  await expect(page).toHaveURL(`${strand.origin}/about`)
  const text = await page.getByRole('heading', { level: 1 }).innerText()
  await choose('Find…')
  const runInBar = (script: string): Promise<unknown> =>
    app.evaluate(({ webContents }, code): Promise<unknown> | null => {
      const bar = webContents.getAllWebContents().find((contents) => contents.getURL() === 'app://strand/find-bar')
      return bar?.executeJavaScript(code, true) ?? null
    }, script)
  await expect.poll(() => runInBar('document.querySelector("input") !== null')).toBe(true)
  await runInBar(`document.querySelector('input').value = ${JSON.stringify(text)}; document.querySelector('button').click()`)
  // The bar has no scripts: the count is a style.
  const count = () => runInBar('getComputedStyle(document.querySelector("#count"), "::after").content')
  await expect.poll(count).toMatch(/^"[1-9]\d* of [1-9]\d*"$/)
})

test('BY19 zoom by the menu', async ({ launch, strand }) => {
  const { page, choose } = await launch()
  await expect(page).toHaveURL(new RegExp(`^${strand.origin}/`))
  const width = await page.evaluate(() => innerWidth)
  await choose('Zoom In')
  await expect.poll(() => page.evaluate(() => innerWidth)).toBeLessThan(width)
})

type Menus = { menus: Electron.Menu[]; replaced: string[] }

/** Collects context menus instead of showing them. Returns the entries of the last one that can be chosen. */
async function watchMenus({ app }: Desktop): Promise<() => Promise<string[]>> {
  await app.evaluate(({ Menu }) => {
    const menus: Electron.Menu[] = []
    Object.assign(globalThis, { menus })
    Menu.prototype.popup = function () {
      menus.push(this)
    }
  })
  return () =>
    app.evaluate(() => {
      const items = (globalThis as unknown as Menus).menus.at(-1)?.items ?? []
      return items.filter(({ enabled, type }) => enabled && type !== 'separator').map(({ label }) => label)
    })
}

test('BY19 the context menu of a selected text → copy', async ({ launch, strand }) => {
  const desktop = await launch({ args: ['strand://open/about'] })
  const { page } = desktop
  await expect(page).toHaveURL(`${strand.origin}/about`)
  const entries = await watchMenus(desktop)
  const heading = page.getByRole('heading', { level: 1 })
  await heading.selectText()
  await heading.click({ button: 'right' })
  await expect.poll(entries).toEqual(['Copy'])
})

test('BY19 the context menu of a misspelled word → suggestions, of which the chosen one replaces it, and editing', async ({
  launch,
  strand,
}) => {
  const desktop = await launch()
  const { app } = desktop
  await desktop.pageOf(strand.origin)
  const entries = await watchMenus(desktop)
  await app.evaluate(({ BrowserWindow }) => {
    const replaced: string[] = []
    Object.assign(globalThis, { replaced })
    const { webContents } = BrowserWindow.getAllWindows()[0]!
    webContents.replaceMisspelling = (word) => void replaced.push(word)
    // Chromium downloads its dictionaries, so that the word is not typed here.
    webContents.emit(
      'context-menu',
      {},
      {
        isEditable: true,
        selectionText: 'speling',
        linkURL: '',
        misspelledWord: 'speling',
        dictionarySuggestions: ['spelling', 'spieling'],
        editFlags: { canUndo: false, canRedo: false, canCut: true, canCopy: true, canPaste: true, canSelectAll: true },
      },
    )
  })
  await expect.poll(entries).toEqual(['spelling', 'spieling', 'Add to dictionary', 'Cut', 'Copy', 'Paste', 'Select all'])
  await app.evaluate(() => (globalThis as unknown as Menus).menus[0]?.items[0]?.click())
  expect(await app.evaluate(() => (globalThis as unknown as Menus).replaced)).toEqual(['spelling'])
})

test('BY19 the menu offers updates to packages only: what runs from its sources has none', async ({ launch }) => {
  const { app, isEnabled } = await launch()
  test.skip(await app.evaluate(({ app }) => app.isPackaged), 'Whether a package has a feed of updates was decided when it was built.')
  await expect.poll(() => isEnabled('Find…')).toBe(true)
  expect(await isEnabled('Check for updates…')).toBeUndefined()
})
