/** A toast with a button: by keyboard, under the pointer, and that of a share window that did not open (A9, D8, R17). */
import { afterEach, expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { showToast, toastTimes } from '#ui/toast.ts'
import { openShareWindows } from '../../renderer/screens/addPost/sharing.ts'
import { mount } from './mount.tsx'

afterEach(() => vi.restoreAllMocks())

const toast = page.getByRole('dialog').filter({ hasText: 'Open' })
const openButton = toast.getByRole('button', { name: 'Open', exact: true })
const pastItsTime = () => new Promise((resolve) => setTimeout(resolve, toastTimes.long + 500))

async function showOne() {
  await mount('/about')
  const onSelect = vi.fn()
  showToast({ text: 'A window is waiting', length: 'long', action: { label: 'Open', onSelect }, now: true })
  await expect.element(openButton).toBeVisible()
  return onSelect
}

test('R17 F6 and Tab reach the button of a toast, which stays as long as it has the focus', async () => {
  const onSelect = await showOne()
  await commands.press('F6')
  for (let n = 0; n < 3 && document.activeElement?.textContent !== 'Open'; n += 1) await commands.press('Tab')
  await expect.element(openButton).toHaveFocus()
  await pastItsTime()
  await expect.element(openButton).toHaveFocus()
  await commands.press('Enter')
  expect(onSelect).toHaveBeenCalledOnce()
  await expect.element(toast).not.toBeInTheDocument()
})

test('R17 a toast stays under the pointer, and goes after it has left', async () => {
  await showOne()
  await openButton.hover()
  await pastItsTime()
  await expect.element(openButton).toBeVisible()
  await commands.moveTo(5, 5)
  await expect.element(toast).not.toBeInTheDocument()
})

test('D8 two networks whose windows do not open: the button of each can be pressed', async () => {
  await mount('/about')
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { finish } = openShareWindows({ facebook: true, twitter: true })
  opened.mockClear()
  finish([
    { network: 'facebook', href: 'https://www.facebook.com/sharer/sharer.php?u=1' },
    { network: 'twitter', href: 'https://twitter.com/intent/tweet?url=1' },
  ])
  for (let n = 0; n < 2; n += 1) await page.getByRole('button', { name: 'Open it', exact: true }).click({ timeout: 8000 })
  expect(opened.mock.calls.map(([address]) => new URL(String(address)).hostname).toSorted()).toEqual(['twitter.com', 'www.facebook.com'])
})

test.each([
  ['web', 'Your browser blocked the Facebook window.'],
  ['desktop', 'Share it on Facebook in your browser.'],
] as const)('D8 BY18 no window opens, %s → the toast says: %s', async (name, text) => {
  await mount('/about')
  vi.spyOn(window, 'open').mockReturnValue(null)
  const { finish } = openShareWindows({ facebook: true, twitter: false }, { name, bridge: null })
  finish([{ network: 'facebook', href: 'https://www.facebook.com/sharer/sharer.php?u=1' }])
  await expect.element(page.getByText(text)).toBeVisible()
})
