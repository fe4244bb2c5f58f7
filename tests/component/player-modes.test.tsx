/** The modes of the player: its size and position, and that it covers neither controls nor the picture. One size is tested in tests/e2e. */
import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { expectCount, setViewport } from './mount.tsx'
import { expectPictureShown, expectPlaying, main, pictureOf, play, player, youtube, type Story } from './player-kit.tsx'

const film: Story = { title: 'A film', media: youtube('plays-00001'), description: 'About a film.' }
const another: Story = { ...film, title: 'Another', media: youtube('plays-00002') }
const ratio = 0.5635
const button = (name: string) => player.getByRole('button', { name, exact: true })
const details = player.getByText('About a film.')

for (const [width, height] of [
  [1280, 800],
  [1024, 700],
  [800, 600],
  [844, 390],
  [700, 380],
  [640, 400],
  [320, 568],
] as const)
  test(`L1 at ${width} × ${height} a provider's picture is at least 200 × 200 and uncovered, in every mode`, async () => {
    await setViewport(width, height)
    await play(`Sizes ${width}`, [film, another])
    await expectPlaying()
    await expectPictureShown()
    const fits = (mode: string, exact: boolean) =>
      expect
        .poll(
          () => {
            const { covered, width: across, height: down, top, left, right } = pictureOf()
            return [
              ...covered,
              ...(Math.min(across, down) < 200 ? [`${across} × ${down}`] : []),
              ...(top < 0 || left < 0 || right > width ? [`outside: ${top}, ${left}, ${right}`] : []),
              ...(exact && Math.abs(down / across - ratio) >= 0.005 ? [`ratio ${down / across}`] : []),
            ]
          },
          { message: mode, timeout: 5000 },
        )
        .toEqual([])
    // Where the ratio gives less than 200 px of height, the minimum size in the provider's terms applies instead.
    await fits('docked', width * ratio >= 200)
    await button('Queue').click()
    const queue = page.getByRole('dialog', { name: 'Queue' })
    await expect.element(queue).toBeVisible()
    await fits('docked with the queue', false)
    await button('Queue').click()
    await button('Maximise').click()
    await expect.element(details).toBeVisible()
    await fits('maximised', width >= 1024)
    await button('Queue').click()
    await expect.element(queue).toBeVisible()
    await fits('maximised with the queue', false)
    await button('Queue').click()
    if (width < 385) {
      await button('More').click()
      await page.getByRole('menuitem', { name: 'Full screen' }).click()
    } else await button('Full screen').click()
    await expect.element(page.getByText('Press Esc to exit full screen')).toBeVisible()
    await fits('full screen with its hint', false)
    expect(document.documentElement.scrollWidth - document.documentElement.clientWidth).toBe(0)
  })

for (const dir of ['ltr', 'rtl'] as const)
  test(`L1 BY22 a toast does not cover the picture with dir=${dir}`, async ({ onTestFinished }) => {
    await play(`Toasts ${dir}`, [film, another])
    onTestFinished(() => {
      document.documentElement.dir = 'ltr'
    })
    document.documentElement.dir = dir
    // A change of mode measures the layout again.
    await button('Maximise').click()
    await button('Minimise').click()
    await expectPlaying()
    await expectPictureShown()
    await main.getByRole('button', { name: 'More for Another' }).click()
    await page.getByRole('menuitem', { name: 'Add to queue' }).click()
    const toast = page.getByRole('dialog').filter({ hasText: 'Added to the queue' })
    await expect.element(toast).toBeVisible()
    await expect
      .poll(() => {
        const [picture, box] = [pictureOf(), toast.element().getBoundingClientRect()]
        return [picture.covered, box.left >= picture.right || box.right <= picture.left || box.bottom <= picture.top]
      })
      .toEqual([[], true])
  })

test('L1 the docked player rises on hover and on focus, and sinks again', async () => {
  await play('Rising', [film, { ...another, title: 'What comes' }])
  await expectPlaying()
  const next = player.getByText('Next What comes')
  const isVisible = () => next.query()?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ?? false
  await commands.moveTo(400, 200)
  await expect.poll(isVisible).toBe(false)
  await button('Repeat').hover()
  await expect.element(next).toBeVisible()
  await commands.moveTo(400, 200)
  await expect.poll(isVisible).toBe(false)
  // Focus by a click does not keep the player raised, focus by keyboard does.
  await button('Repeat').click()
  await commands.moveTo(400, 200)
  await expect.poll(isVisible).toBe(false)
  await commands.press('Tab')
  await expect.element(next).toBeVisible()
  expect(pictureOf().covered).toEqual([])
})

test('L1 BY9 BY17 maximising by shortcut moves the focus into the player, so Escape minimises it', async () => {
  await play('By key', [film])
  await expectPlaying()
  main.getByRole('link', { name: 'A film' }).first().element().focus()
  await commands.press('i')
  await expect.element(details).toBeVisible()
  await expect.element(player).toHaveFocus()
  await commands.press('Escape')
  await expectCount(details, 0)
})

test('L2 beside a long title, the label of the follow button stays on one line', async () => {
  await setViewport(390, 844)
  await play('A title of a playlist that is rather long for a phone', [film])
  await button('Maximise').click()
  const follow = player.getByRole('article').getByRole('button', { name: /^Follow / })
  await expect.element(follow).toBeVisible()
  const range = document.createRange()
  range.selectNodeContents(follow.element())
  expect(new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size).toBe(1)
})
