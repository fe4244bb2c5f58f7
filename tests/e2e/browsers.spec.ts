/** Syntax that the oldest supported browsers understand, and the alert for older ones. */
import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'acorn'
import { browserWords, messages } from '#contract/index.ts'
import { at } from '../../build/lib/paths.mjs'
import { expect, test } from './fixtures.ts'

test('R26 the built scripts use the syntax of the oldest supported browsers, the styles no light-dark()', () => {
  const files = readdirSync(at('dist/web/assets')).map((name) => `dist/web/assets/${name}`)
  const scripts = [...files.filter((name) => name.endsWith('.js')), 'dist/web/sw.js']
  expect(scripts.length).toBeGreaterThan(50)
  // Safari 16.4 supports all of ES2022; the parser also checks the features of regular expressions by year.
  for (const name of scripts)
    expect(() => parse(readFileSync(at(name), 'utf8'), { ecmaVersion: 2022, sourceType: 'module' }), name).not.toThrow()
  expect(files.filter((name) => name.endsWith('.css') && readFileSync(at(name), 'utf8').includes('light-dark('))).toEqual([])
})

test('R26 a browser without :has() → an alert with the supported browsers instead of the page', async ({ page }) => {
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.accept()
  })
  await page.addInitScript(() => {
    const { supports } = CSS
    CSS.supports = (...of: [string]) => !of[0].includes(':has') && supports.apply(CSS, of)
  })
  await page.goto('/about')
  await expect(page.locator('body')).toHaveText(messages.oldBrowser + browserWords.supported)
  expect(alerts).toEqual(['You need a browser which supports an XMLHttpRequest Object'])
})

test('BY21 a part of the page with its own theme has the colours of that theme in light and in dark', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/discover')
    const feature = page.getByRole('article').filter({ has: page.locator('#bead-of-the-day') })
    await expect(feature).toBeVisible()
    const { own, page: around } = await feature.evaluate((element) => ({
      own: getComputedStyle(element).getPropertyValue('--surface').trim(),
      page: getComputedStyle(document.documentElement).getPropertyValue('--surface').trim(),
    }))
    expect(own).toBe('#1c1c1f')
    expect(around).toBe(colorScheme === 'dark' ? '#1c1c1f' : '#fff')
  }
})
