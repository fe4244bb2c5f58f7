/** Measures what hundreds of track changes leave in memory, with the real engine and every output. */
import type { CDPSession, Page } from '@playwright/test'
import type { Track } from '#player/index.ts'
import type { Outputs } from './outputs.ts'
import { subjects } from './outputs-subjects.ts'

/** Those of pages: widgets play files by another output. */
const pageSubjects = subjects.filter(({ id }) => id !== 'file')

/** Number of items per round: every output and format, and an item whose first stream is dead. */
export const roundLength = pageSubjects.length + 1

/** A queue of several rounds. Each ends with the image, during which every other output is idle. */
export function mixedQueue(outputs: Outputs, rounds: number): Track[] {
  const [image, ...others] = pageSubjects.toSorted((a, b) => Number(b.id === 'image') - Number(a.id === 'image'))
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
      // Longer than `measureLeftovers` takes.
      ...(name === 'image' && { endTime: 60 }),
    })),
  )
}

/** A string: the compiler of the benchmarks adds a helper to functions that does not exist in the page. */
const countIntervals = `{
  const { setInterval: start, clearInterval: stop, clearTimeout: stopToo } = window
  const running = window.runningIntervals = new Set()
  window.setInterval = (...args) => {
    const timer = start(...args)
    running.add(timer)
    return timer
  }
  // clearTimeout also clears intervals, and vice versa.
  window.clearInterval = (timer) => { running.delete(timer); stop(timer) }
  window.clearTimeout = (timer) => { running.delete(timer); stopToo(timer) }
}`

/** Counts the running intervals. Call before the page is opened. */
export const watchIntervals = (page: Page): Promise<unknown> => page.addInitScript({ content: countIntervals })

export interface Left {
  /** Bytes after a garbage collection. */
  heap: number
  nodes: number
  listeners: number
  documents: number
  frames: number
  media: number
  intervals: number
}

/** Waits until idle outputs are released, and counts what remains. */
export async function measureLeftovers(page: Page, cdp: CDPSession): Promise<Left> {
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
