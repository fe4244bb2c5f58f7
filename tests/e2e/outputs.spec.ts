/** The contract of all outputs, in a real browser: with real files, and with stubs of the providers. */
import { expect, test } from '../support/outputs.ts'
import { subjects } from '../support/outputs-subjects.ts'

for (const { name, id, stream, dead, refused, end } of subjects) {
  test.describe(name, () => {
    test(`L3 ${name} reports ready, playing and the time; pauses, resumes, seeks and ends`, async ({ outputs }) => {
      await outputs.open()
      await outputs.load(id, { stream: stream(outputs) })
      await outputs.waitFor('playing')
      await expect.poll(() => outputs.position()).toBeGreaterThan(0.4)
      expect(await outputs.eventsOf('ready')).not.toHaveLength(0)

      await outputs.tell(id, 'pause')
      await outputs.waitFor('paused')
      const held = await outputs.position()
      await outputs.page.waitForTimeout(600)
      expect(await outputs.position()).toBeLessThan(held + 0.3)

      await outputs.tell(id, 'play')
      await outputs.waitFor('playing', 1, 1)
      await outputs.tell(id, 'seek', end)
      const time = await outputs.waitFor('ended').then(() => outputs.position())
      expect(time).toBeGreaterThan(end - 0.5)
      expect(await outputs.eventsOf('ended')).toHaveLength(1)
      expect(await outputs.eventsOf('failed')).toEqual([])

      const times = await outputs.eventsOf('time')
      const atEnd = ({ position, duration }: (typeof times)[number]) => position === duration
      const ticks = times.filter((event) => !atEnd(event)).map((event) => event.at)
      const gaps = ticks.slice(1).map((at, n) => at - ticks[n]!)
      expect(Math.min(...gaps), 'at most about four ticks a second').toBeGreaterThan(200)
      expect(times.filter(atEnd).length, 'and the end, once').toBeLessThanOrEqual(1)
    })

    test(`L9 ${name} starts at the start time`, async ({ outputs }) => {
      await outputs.open()
      await outputs.load(id, { stream: stream(outputs), startTime: 4 })
      await outputs.waitFor('playing')
      await expect.poll(() => outputs.position()).toBeGreaterThan(4)
      expect(await outputs.position()).toBeLessThan(6)
    })

    test(`L4 ${name} paused before it starts → stays silent`, async ({ outputs }) => {
      await outputs.open()
      await outputs.page.evaluate(
        async ([id, request]) => {
          const output = await window.outputsPage.output(id)
          output.load(request)
          output.pause()
        },
        [id, { loadId: 1, stream: stream(outputs), autoplay: true, volume: 0.5, muted: false }] as const,
      )
      await outputs.page.waitForTimeout(1200)
      expect(await outputs.eventsOf('playing')).toEqual([])
      await outputs.tell(id, 'play')
      await outputs.waitFor('playing')
    })

    test(`L4 ${name} loaded without autoplay → does not play`, async ({ outputs }) => {
      await outputs.open()
      await outputs.load(id, { stream: stream(outputs), autoplay: false })
      await outputs.waitFor('ready')
      await outputs.page.waitForTimeout(500)
      expect(await outputs.eventsOf('playing')).toEqual([])
      await outputs.tell(id, 'play')
      await outputs.waitFor('playing')
    })

    test(`L5 ${name} with a dead stream → one error, and the next stream plays`, async ({ outputs }) => {
      await outputs.open()
      await outputs.load(id, { stream: dead(outputs) })
      const failure = await outputs.waitFor('failed')
      expect(failure).toMatchObject({ scope: 'stream' })
      await outputs.tell(id, 'unload')
      await outputs.load(id, { loadId: 2, stream: stream(outputs) })
      await outputs.waitFor('playing', 2)
      expect(await outputs.eventsOf('failed')).toHaveLength(1)
      expect(await outputs.eventsOf('failed', 2)).toEqual([])
    })

    test(`L3 ${name} unloaded, once or twice → silent, and plays the same stream again`, async ({ outputs }) => {
      await outputs.open()
      await outputs.load(id, { stream: stream(outputs) })
      await outputs.waitFor('playing')
      await outputs.tell(id, 'unload')
      await outputs.tell(id, 'unload')
      const before = (await outputs.events()).length
      await outputs.page.waitForTimeout(800)
      expect(await outputs.events()).toHaveLength(before)

      await outputs.load(id, { loadId: 2, stream: stream(outputs) })
      await outputs.waitFor('playing', 2)
      await expect.poll(() => outputs.position(2)).toBeGreaterThan(0)
      expect(await outputs.position(2)).toBeLessThan(2)
      expect(await outputs.eventsOf('paused', 2)).toEqual([])
    })

    test(`L3 ${name} loaded during another load → only the latest load reports events`, async ({ outputs }) => {
      await outputs.open()
      await outputs.page.evaluate(
        async ([id, stream]) => {
          const output = await window.outputsPage.output(id)
          const request = { stream, autoplay: true, volume: 0.5, muted: false }
          output.load({ loadId: 1, ...request })
          output.load({ loadId: 2, ...request })
        },
        [id, stream(outputs)] as const,
      )
      await outputs.waitFor('playing', 2)
      expect(await outputs.eventsOf('playing', 1)).toEqual([])

      await outputs.tell(id, 'unload')
      await outputs.load(id, { loadId: 3, stream: stream(outputs), startTime: 3 })
      await outputs.waitFor('playing', 3)
      await expect.poll(() => outputs.position(3)).toBeGreaterThan(3)
      const ids = (await outputs.events()).map(({ loadId }) => loadId)
      expect(ids, 'in the order of the loads').toEqual(ids.toSorted())
      for (const kind of ['paused', 'ended', 'failed'] as const) expect(await outputs.eventsOf(kind, 3)).toEqual([])
    })

    test(`L3 ${name} reloaded while playing → restarts, or stops if it should not play`, async ({ outputs }) => {
      await outputs.open()
      await outputs.load(id, { stream: stream(outputs) })
      await outputs.waitFor('playing')
      await outputs.load(id, { loadId: 2, stream: stream(outputs), startTime: 3 })
      await outputs.waitFor('playing', 2)
      await expect.poll(() => outputs.position(2)).toBeGreaterThan(3)
      expect(await outputs.position(2)).toBeLessThan(5)

      await outputs.load(id, { loadId: 3, stream: stream(outputs), autoplay: false })
      await outputs.waitFor('ready', 3)
      await outputs.page.waitForTimeout(500)
      const held = await outputs.position(3)
      await outputs.page.waitForTimeout(600)
      expect(await outputs.position(3)).toBe(held)
      await outputs.tell(id, 'play')
      await outputs.waitFor('playing', 3)
      for (const kind of ['ended', 'failed', 'autoplayBlocked'] as const) expect(await outputs.eventsOf(kind, 3)).toEqual([])
    })

    test(`L3 ${name} idle for over 5 s → its elements are removed, and it plays again`, async ({ outputs }) => {
      await outputs.open()
      await outputs.load(id, { stream: stream(outputs) })
      await outputs.waitFor('playing')
      await outputs.tell(id, 'unload')
      await outputs.page.waitForTimeout(5300)
      expect(await outputs.page.locator('[data-output] > *').count()).toBe(0)
      await outputs.load(id, { loadId: 2, stream: stream(outputs) })
      await outputs.waitFor('playing', 2)
    })

    if (refused !== null) {
      test(`L5 ${name} with a refused autoplay → reports it, and plays after the gesture`, async ({ outputs }) => {
        await outputs.openUntouched(id, { stream: refused(outputs) })
        expect(await outputs.eventsOf('failed')).toEqual([])
        expect(await outputs.eventsOf('autoplayBlocked')).toHaveLength(1)
        await outputs.page.mouse.click(5, 500)
        await outputs.tell(id, 'play')
        await outputs.waitFor('playing')
      })
    }
  })
}
