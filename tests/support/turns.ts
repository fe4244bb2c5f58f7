/** Hundreds of track changes through every output, under the real engine, and what they leave behind. */
import type { CDPSession, Page } from '@playwright/test'
import type { Track } from '#player/index.ts'
import type { Outputs } from './outputs.ts'
import { subjects } from './outputs-subjects.ts'

/** Of one round: every output and format, and a dead item that has another stream. */
export const roundLength = subjects.length + 1

/** Round after round of them. Each ends with the image, at which every other output is idle. */
export function mixedQueue(outputs: Outputs, rounds: number): Track[] {
  const [image, ...others] = [...subjects].sort((a, b) => Number(b.id === 'image') - Number(a.id === 'image'))
  const dead = [outputs.stream('file', '/broken/gone.mp4'), outputs.stream('file', '/clips/two-stones.webm')]
  const round = [
    { name: 'dead', streams: dead },
    ...others.map(({ name, stream }) => ({ name, streams: [stream(outputs)] })),
    { name: 'image', streams: [image!.stream(outputs)] },
  ]
  return Array.from({ length: rounds }).flatMap((_, n) =>
    round.map(({ name, streams }): Track => ({
      postId: `${name}-${n}`,
      title: `${name} ${n}`,
      href: name,
      creator: 'Ada',
      bead: { id: 'b1', title: 'All sorts' },
      type: name === 'image' ? 'image' : 'video',
      streams,
      // Longer than `whatIsLeft` takes.
      ...(name === 'image' && { endTime: 60 }),
    })),
  )
}

/** As text: what compiles the benchmarks gives functions names, by a helper that no page has. */
const countIntervals = `{
  const { setInterval: start, clearInterval: stop, clearTimeout: stopToo } = window
  const running = window.runningIntervals = new Set()
  window.setInterval = (...args) => {
    const timer = start(...args)
    running.add(timer)
    return timer
  }
  // They take each other's numbers.
  window.clearInterval = (timer) => { running.delete(timer); stop(timer) }
  window.clearTimeout = (timer) => { running.delete(timer); stopToo(timer) }
}`

/** Before the page is opened: counts the intervals that run. */
export const watchIntervals = (page: Page): Promise<unknown> => page.addInitScript({ content: countIntervals })

export interface Left {
  /** Bytes, after the garbage was collected. */
  heap: number
  nodes: number
  listeners: number
  documents: number
  frames: number
  media: number
  intervals: number
}

/** What is there once everything idle was let go of. */
export async function whatIsLeft(page: Page, cdp: CDPSession): Promise<Left> {
  await page.waitForTimeout(6000)
  for (let n = 0; n < 3; n++) {
    await cdp.send('HeapProfiler.collectGarbage')
    await page.waitForTimeout(200)
  }
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners, documents } = await cdp.send('Memory.getDOMCounters')
  const seen = await page.evaluate(() => ({
    media: document.querySelectorAll('video, audio').length,
    intervals: (window as unknown as { runningIntervals: Set<unknown> }).runningIntervals.size,
  }))
  return { heap: usedSize, nodes, listeners: jsEventListeners, documents, frames: page.frames().length - 1, ...seen }
}
