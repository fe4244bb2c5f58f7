/** The widget on a page of another origin, in the engine of STRAND_ENGINE (J1, BY29). tests/e2e has more tests, in Chromium only. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveSite } from '../e2e/other-site.ts'
import type { Engine } from './driver.ts'
import { startEngine } from './index.ts'
import { pageOf, type Page } from './page.ts'
import { startWorld, type World } from './world.ts'

let engine: Engine
let world: World

beforeAll(async () => {
  // Assigned one by one, so that the first is closed if the second fails to start.
  const starts = await Promise.allSettled([startWorld().then((one) => (world = one)), startEngine().then((one) => (engine = one))])
  for (const start of starts) if (start.status === 'rejected') throw start.reason
  console.log(engine.name)
})

afterAll(async () => {
  await Promise.all([engine?.close(), world?.close()])
})

interface Seen {
  /** Centre of the first element of the selector, in CSS pixels of the frame. */
  x: number
  y: number
  text: string
  isPlaying: boolean
  /** Position of the medium in seconds; null before there is one. */
  position: number | null
}

function look(selector: string): Seen | null {
  const element = document.querySelector(selector)
  if (element === null) return null
  const box = element.getBoundingClientRect()
  const medium = document.querySelector<HTMLMediaElement>('video, audio')
  return {
    x: box.left + box.width / 2,
    y: box.top + box.height / 2,
    text: document.body.innerText,
    isPlaying: medium !== null && !medium.paused,
    position: medium && medium.currentTime,
  }
}

const see = async (page: Page, frame: number, selector = 'body'): Promise<Seen | null> =>
  (await page.tab.evaluateInFrame(frame, `(${look.toString()})(${JSON.stringify(selector)})`)) as Seen | null

async function press(page: Page, frame: number, selector: string): Promise<void> {
  const inside = await page.until(`${selector} in frame ${frame}`, () => see(page, frame, selector), Boolean)
  await page.tab.clickInFrame(frame, inside!.x, inside!.y)
}

test('J1 BY29 two widgets on a page of another origin are readable, play a file, and pause each other', async () => {
  const member = await world.signUp('Wilma Widget')
  const { id } = await member.startPlaylist('Songs & <films>')
  await member.addPost(id, { title: 'A film', media: { href: '/clips/mandelbrot-dive.mp4' } })
  const addresses = [`/embed/${id}`, `/embed/p/${member.uid}`]
  const frames = addresses.map(
    (path) => `<iframe src="${world.origin}${path}" title="Posts" width="500" height="560" allow="autoplay"></iframe>`,
  )
  const site = await serveSite({ '/': { body: frames.join('') } })
  try {
    const page = pageOf(await engine.open(), site.origin)
    await page.open('/')
    for (const [frame, heading] of ['Songs & <films>', 'Wilma Widget'].entries())
      await page.until(
        `the posts of frame ${frame}`,
        () => see(page, frame, '[data-scripted] .start'),
        (seen) => [heading, 'A film'].every((text) => seen?.text.includes(text)),
      )
    for (const [frame, other] of [
      [0, 1],
      [1, 0],
    ] as const) {
      await press(page, frame, '[data-post] .row')
      const started = await page.until(
        `frame ${frame} plays`,
        () => see(page, frame),
        (seen) => seen?.isPlaying === true && (seen.position ?? 0) > 0.2,
      )
      expect(started!.text).toContain('A film')
      await page.until(
        `frame ${other} does not play`,
        () => see(page, other),
        (seen) => seen?.isPlaying === false,
      )
    }
  } finally {
    site.close()
  }
})
