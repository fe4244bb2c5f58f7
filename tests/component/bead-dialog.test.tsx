/** The dialogs that start and edit a playlist (C1, C4, C5). Journeys, drafts after a reload and pictures are tested in tests/e2e/bead-dialog….spec.ts. */
import { expect, test, vi } from 'vitest'
import { commands, page, type Locator } from 'vitest/browser'
import { messages } from '#contract/messages.ts'
import type { Bead } from '#contract/schemas.ts'
import { api } from '#data/api.ts'
import { address, expectCount, expectSoon, mount, pressOn, texts, type Mounted } from './mount.tsx'
import { idOf, pageOf, sampleBead, sampleMe } from './samples.ts'
import type { Answers } from './server.ts'

const me = sampleMe()
const dialog = page.getByRole('dialog', { name: /^(Start a Playlist|Edit playlist)$/ })
const title = dialog.getByRole('textbox', { name: 'Title' })
const category = dialog.getByLabelText('Category', { exact: true })
const description = dialog.getByLabelText('Description')
const button = (name: string): Locator => dialog.getByRole('button', { name, exact: true })

/** The server creates what it is sent, and applies edits. */
function library(first?: Bead): Answers {
  let bead = first
  return {
    'POST /api/v0/beads': ({ body: { title, category, description, isDraft, invitees } }) => {
      bead = sampleBead(title, {
        category,
        description: description ?? '',
        creator: me,
        can: { edit: true, delete: true, post: true },
        // An open playlist is published by an admin.
        isDraft: isDraft || invitees === undefined,
        ...(invitees && { invitees: [] }),
      })
      return { bead: bead.id, data: bead }
    },
    'POST /api/v0/beads/:id': ({ body }) => {
      bead = { ...bead!, title: body.title ?? bead!.title, description: body.description?.replaceAll('\n', ' ') ?? bead!.description }
      return { bead: bead.id, data: bead }
    },
    'GET /api/v0/beads/:id': () => bead!,
    'GET /api/v0/imagesearch/sources': { sources: [] },
  }
}

async function open(): Promise<Mounted> {
  const mounted = await mount('/discover', { me, answers: library() })
  await page.getByRole('main').getByRole('button', { name: 'Start a Playlist' }).first().click()
  await expect.element(title).toHaveFocus()
  return mounted
}

test('C1 slide 1: type, title of 2 to 64 characters with a letter, category; invalid fields are marked and shake, nothing is lost', async () => {
  const { server } = await open()
  const next = () => button('Next').click()
  const wrong = async (text: string) => {
    await expect.element(title).toHaveAttribute('aria-invalid', 'true')
    await expect.element(title).toHaveFocus()
    await expect.element(dialog.getByText(text)).toBeVisible()
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const shaking = () => document.querySelectorAll('[data-shaking]').length
  await pressOn(button('Next'), 'Enter')
  await expectSoon(shaking, 1)
  await vi.advanceTimersByTimeAsync(199)
  expect(shaking()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await expectSoon(shaking, 0)
  vi.useRealTimers()
  await wrong(messages.beadTitleInvalid)
  await expect.element(dialog.getByText(messages.categoryRequired)).toBeVisible()
  expect(texts(category.getByRole('option'))).not.toContain('Everything')
  await category.selectOptions('music')

  for (const bad of ['a', ' a ', '12', '42 !!']) {
    await title.fill(bad)
    await next()
    await wrong(messages.beadTitleInvalid)
    await expect.element(title).toHaveValue(bad)
  }
  await title.fill('x'.repeat(65))
  await expect.element(dialog.getByText('1 too many')).toBeVisible()
  await next()
  await wrong(messages.beadTitleTooLong)
  const isAccepted = async (text: string) => {
    await title.fill(text)
    await next()
    await expect.element(dialog.getByRole('searchbox')).toHaveFocus()
    await button('Back').click()
    await expect.element(title).toHaveValue(text)
  }
  // The limits of 2 and 64 characters, counted after white space is collapsed and trimmed.
  for (const good of ['ab', 'x'.repeat(64), `  ${'x'.repeat(31)}   ${'y'.repeat(32)}  `]) await isAccepted(good)

  // In an open playlist, "?" is appended before the length is checked.
  await dialog.getByRole('radio', { name: /Open community/ }).click()
  await title.fill('x'.repeat(64))
  await next()
  await wrong(messages.beadTitleTooLong)
  await expect.element(dialog.getByText(messages.beadDescriptionRequired)).toBeVisible()
  await title.fill(`${'x'.repeat(63)}?`)
  await description.fill('What is this playlist about?')
  await next()
  await expect.element(dialog.getByText(messages.beadDescriptionRequired)).toBeVisible()
  await expect.element(description).toHaveFocus()
  await description.fill('Songs that end too soon')
  for (const good of [`${'x'.repeat(63)}?`, 'x'.repeat(63), '  Which   songs ']) await isAccepted(good)
  await next()
  await button('Skip & Submit').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Which songs?' })).toBeVisible()
  await expect.element(page.getByText('UNDER REVIEW')).toBeVisible()
  expect(server.inputsOf('POST /api/v0/beads')).toHaveLength(1)
  // The type cannot be changed later.
  await edit()
  await expectCount(dialog.getByRole('radio'), 0)
})

async function edit(): Promise<void> {
  await page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit playlist' }).click()
  await expect.element(title).toHaveFocus()
}

test('C1 BY17 with reduced motion, an invalid form changes its colour and does not shake', async ({ onTestFinished }) => {
  await open()
  const seen: string[] = []
  const observer = new MutationObserver(() => {
    const box = document.querySelector('[data-shaking]')
    if (box) seen.push(`${getComputedStyle(box).animationName} ${getComputedStyle(box).backgroundColor}`)
  })
  onTestFinished(() => observer.disconnect())
  observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['data-shaking'] })
  await button('Next').click()
  await expect.poll(() => seen[0]).toMatch(/^none rgb\(/)
  expect(seen[0]).not.toContain('rgba(0, 0, 0, 0)')
})

test('C4 the basic creator: title and Start; Enter submits, Escape closes, the same validation of titles', async () => {
  const { server } = await mount('/p/ada', { me, answers: { ...library(), 'GET /api/v0/members/:uid': me } })
  const opener = page.getByRole('main').getByRole('button', { name: 'Start a new Playlist' })
  await opener.click()
  const input = page.getByRole('textbox', { name: 'Start a new Playlist' })
  await expect.element(input).toHaveFocus()
  await expect.element(input).toHaveAttribute('placeholder', 'Enter a title')
  await commands.press('Escape')
  await expect.element(input).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await commands.press('Enter')
  for (const [bad, why] of [
    ['7', messages.beadTitleInvalid],
    ['77', messages.beadTitleInvalid],
    ['x'.repeat(65), messages.beadTitleTooLong],
  ] as const) {
    await input.fill(bad)
    await commands.press('Enter')
    await expect.element(page.getByText(why)).toBeVisible()
    await expect.element(input).toHaveValue(bad)
  }
  await input.fill('  Off   we go ')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Off we go' })).toBeVisible()
  await expectCount(page.getByText('DRAFT MODE'), 0)
  expect(server.inputsOf('POST /api/v0/beads')).toHaveLength(1)
})

test('B8 C5 closing the playlist editor with changes asks for confirmation', async () => {
  const bead = sampleBead('As it was', { creator: me, invitees: [], can: { edit: true, delete: true, post: true } }, idOf('b', 7))
  await mount(bead.href, { me, answers: { ...library(bead), 'GET /api/v0/posts': pageOf() } })
  await edit()
  await title.fill('As it shall be')
  await commands.press('Escape')
  await expect.element(page.getByText('Your changes will not be saved. Close anyway?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(title).toHaveValue('As it shall be')
  await button('Done').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'As it shall be' })).toBeVisible()
  expect(address()).toBe(bead.href)
})

test('C5 C2 a saved edit, and a discarded one, leave no draft, although the playlist changes while the dialog closes', async () => {
  const bead = sampleBead('Slow songs', { creator: me, invitees: [], can: { edit: true, delete: true, post: true } }, idOf('b', 8))
  const { store } = await mount(bead.href, { me, answers: { ...library(bead), 'GET /api/v0/posts': pageOf() } })
  await commands.emulateMedia({ reducedMotion: 'no-preference' })
  const expectClean = async (text: string) => {
    await expect.element(dialog).not.toBeInTheDocument()
    await edit()
    await expect.element(description).toHaveValue(text)
    expect(dialog.getByText('Your draft has been restored').elements()).toHaveLength(0)
  }

  // The server replaces the line break.
  await edit()
  await description.fill('For the\nend')
  await button('Done').click()
  await expectClean('For the end')

  await description.fill('For the beginning')
  await commands.press('Escape')
  await page
    .getByRole('dialog', { name: /^Your changes will not be saved/ })
    .getByRole('button', { name: 'Close', exact: true })
    .last()
    .click()
  store.dispatch(api.util.updateQueryData('bead', { params: { id: bead.id } }, (cached) => void (cached.followerCount += 1)))
  await expectClean('For the end')
})
