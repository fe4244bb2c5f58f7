/** The main journeys, in the engine that STRAND_ENGINE names (BY29). Chromium has its own, larger suite in tests/e2e. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { root } from '../support/built-server.ts'
import type { Engine } from './driver.ts'
import { startEngine } from './index.ts'
import { pageOf, type Page, type Place } from './page.ts'
import { startWorld, type Member, type World } from './world.ts'

let engine: Engine
let world: World
let page: Page
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strand-engines-files-'))
  ;[world, engine] = await Promise.all([startWorld(), startEngine()])
  console.log(engine.name)
})

afterAll(async () => {
  await Promise.all([engine?.close(), world?.close()])
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  world.reachable(true)
  world.delay(null)
  page = pageOf(await engine.open(), world.origin)
  world.asked()
})

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const pictures = join(root, 'test-results', 'engines')
  await mkdir(pictures, { recursive: true })
  const name = `${process.env.STRAND_ENGINE ?? 'chromium'}-${task.name.replace(/\W+/g, '-').slice(0, 60)}.png`
  await page.tab.screenshot().then((bytes) => writeFile(join(pictures, name), bytes), () => undefined)
})

const main = (): Place => page.role('main')
const dialog = (name?: string | RegExp): Place => page.role('dialog', name)

/** The page's own reports of calls and scripts that failed. */
const faultsReported = (): string[] =>
  world.asked().filter(({ path }) => /analytics\/(xhrerror|scripterror)/.test(path)).map(({ path, body }) => `${path} ${body}`)

/** What welcomes a new visitor stands over the page: these journeys are about what is below it. */
const welcomed = (): Promise<void> => page.run(() => {
  sessionStorage.setItem('strand-landed', '1')
  sessionStorage.setItem('strand-refused', '1')
  document.cookie = 'strand_followtags=later; path=/'
  document.cookie = 'strand_confirm=later; path=/'
})

async function visit(path: string): Promise<void> {
  await page.open('/tos?direct=y')
  await welcomed()
  await page.open(path)
}

const accountOf = ({ name }: Member): Place => page.role('button', `Account of ${name}`)

test('BY29 U1 U6 logging in with a wrong and then the right password, and out again', async () => {
  const member = await world.signUp('Lena Login')
  await visit('/music')
  await page.role('navigation').role('button', 'Log In').click()
  await dialog().role('textbox', 'E-mail or user id').fill(member.email)
  await dialog().role('textbox', 'Password').fill('something else')
  await page.press('Enter')
  await dialog().role('alert').shows(/\w/)
  await dialog().role('textbox', 'Password').fill(member.password)
  await page.press('Enter')
  await accountOf(member).shows()
  await dialog().gone()
  await page.tab.reload()
  await accountOf(member).click()
  await page.role('menuitem', 'Log out').click()
  await page.role('navigation').role('button', 'Log In').shows()
  await accountOf(member).gone()
})

test('BY29 R1 the first screens show their heading, fit the window and report no fault', async () => {
  const member = await world.signUp('Fiona First')
  const bead = await member.startPlaylist('First screens')
  await member.addPost(bead.id, { title: 'A first post', media: { href: '/clips/two-stones.webm' } })
  await visit('/')
  for (const path of ['/', '/music', '/trending', '/about', '/tos', '/search?q=night', `/${bead.id}`, `/p/${member.uid}`]) {
    await page.open(path)
    await page.role('heading').shows(/\w/)
    await main().shows(/\w{3}/)
    const wider = await page.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wider, `${path} is wider than the window`).toBeLessThanOrEqual(0)
  }
  expect(faultsReported()).toEqual([])
})

interface Heard {
  furthest: number
  error: number | null
  silent: boolean
}

/** Writes down what media elements do and what the player says, from here to the next document. */
const witness = (): Promise<void> => page.run(() => {
  const heard: Record<string, Heard> = {}
  const said: string[] = []
  Object.assign(window, { heard, said })
  const note = ({ target }: Event): void => {
    if (!(target instanceof HTMLMediaElement) || !(target.duration >= 1)) return
    const last = heard[target.currentSrc] ?? { furthest: 0, error: null, silent: false }
    heard[target.currentSrc] = {
      furthest: Math.max(last.furthest, target.currentTime), error: target.error?.code ?? last.error, silent: target.muted || target.volume === 0,
    }
  }
  for (const type of ['playing', 'timeupdate', 'ended', 'error', 'pause']) addEventListener(type, note, true)
  new MutationObserver(() => {
    const text = document.querySelector('[data-player]')?.textContent ?? ''
    if (text !== said.at(-1)) said.push(text)
  }).observe(document, { subtree: true, childList: true, characterData: true })
})
const heard = (): Promise<Heard[]> => page.run(() => Object.values((window as unknown as { heard: Record<string, Heard> }).heard))
const said = (): Promise<string[]> => page.run(() => (window as unknown as { said: string[] }).said)

test('BY29 L1 L5 L6 Q1 a queue of every format plays to its end by itself, and passes over a dead link', async () => {
  const member = await world.signUp('Quentin Queue')
  const bead = await member.startPlaylist('Every format')
  const formats: [string, string][] = [
    ['MP4', 'mandelbrot-dive.mp4'], ['WebM', 'two-stones.webm'], ['MP3', 'night-bus-home.mp3'], ['Dead', 'gone.mp4'], ['Ogg', 'glass-and-rain.ogg'],
    ['HLS', 'tides.m3u8'], ['DASH', 'last-light.mpd'], ['JPEG', 'paper-hills.jpg'],
  ]
  for (const [title, file] of formats) {
    const ends = /\.(jpg|m3u8|mpd)$/.test(file) ? {} : { endTime: 2 }
    await member.addPost(bead.id, { title: `Plays ${title}`, media: { href: `/clips/${file}`, ...ends } })
  }
  await visit(`/${bead.id}?sort=earliest`)
  await witness()
  await main().role('button', 'Play').click()
  for (const [title] of formats) {
    if (title === 'Dead') continue
    await page.until(`${title} is played`, said, (texts) => texts.some((text) => text.includes(`Plays ${title}`)), 30_000)
  }
  await page.role('button', 'Replay post').shows(undefined, 30_000)
  const all = await heard()
  expect(all).toHaveLength(formats.length - 2)
  for (const one of all) expect(one).toMatchObject({ error: null, silent: false })
  for (const { furthest } of all) expect(furthest).toBeGreaterThan(1.5)
  expect((await said()).some((text) => text.includes("This one can't be played, skipping"))).toBe(true)
}, 120_000)
