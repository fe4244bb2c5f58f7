/** Distinguishes reports that confirm a command from use of the provider's own controls. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  commandLimit,
  dueAt,
  expire,
  loaded,
  move,
  report,
  send,
  type Change,
  type Transport,
  type TransportState,
} from '#player/transport.ts'
import { fuzzRuns } from '../support/fuzz.ts'

/** A transport, the states that it adopted, and the number of repeated pauses. */
class Driver {
  now = 0
  transport: Transport
  adopted: TransportState[] = []
  resends = 0
  constructor(autoplay = true) {
    this.transport = loaded(autoplay, 0)
  }
  private apply({ transport, adopted, resend }: Change) {
    this.transport = transport
    if (adopted) this.adopted.push(adopted)
    if (resend) this.resends += 1
    return resend === true
  }
  send(target: TransportState) {
    this.transport = send(this.transport, target, this.now)
  }
  report(state: TransportState) {
    return this.apply(report(this.transport, state, this.now))
  }
  move() {
    return this.apply(move(this.transport))
  }
  wait(ms: number) {
    for (const end = this.now + ms; ;) {
      const due = dueAt(this.transport)
      if (due === null || due > end) {
        this.now = end
        return
      }
      this.now = due
      this.apply(expire(this.transport))
    }
  }
}

const playing = () => {
  const driver = new Driver()
  driver.report('playing')
  return driver
}

describe('transport', () => {
  it('L4 a report contradicts a confirmed state → adopted', () => {
    const driver = playing()
    driver.report('paused')
    driver.report('playing')
    expect(driver.adopted).toEqual(['paused', 'playing'])
  })

  it('L4 a repeated report → no change', () => {
    const driver = playing()
    driver.report('playing')
    expect(driver).toMatchObject({ adopted: [], transport: { confirmed: 'playing', pending: null } })
  })

  it('L8 `playing` in flight when pause is sent → not adopted; the pause is confirmed afterwards', () => {
    const driver = playing()
    driver.send('paused')
    driver.report('playing')
    driver.report('paused')
    expect(driver).toMatchObject({ adopted: [], transport: { confirmed: 'paused', pending: null } })
  })

  it("L4 pause without effect → sent once more, and after 3 s the output's state is adopted", () => {
    const driver = playing()
    driver.send('paused')
    driver.report('playing')
    driver.report('playing')
    driver.wait(commandLimit - 1)
    expect(driver).toMatchObject({ adopted: [], resends: 1 })
    driver.wait(1)
    expect(driver.adopted).toEqual(['playing'])
  })

  it('L4 pause without a report while the position advances for a second → sent once more, then adopted', () => {
    const driver = playing()
    driver.send('paused')
    for (let n = 0; n < 4; n++) driver.move()
    driver.wait(commandLimit)
    expect(driver).toMatchObject({ adopted: ['playing'], resends: 1 })
  })

  it('L4 pause without a report, and two positions in flight → confirmed after 3 s', () => {
    const driver = playing()
    driver.send('paused')
    driver.move()
    driver.move()
    driver.wait(commandLimit)
    expect(driver).toMatchObject({ adopted: [], resends: 0, transport: { confirmed: 'paused', pending: null } })
  })

  it('L4 pause while loading, then `playing` → not adopted within 3 s, adopted afterwards', () => {
    const driver = new Driver()
    driver.send('paused')
    driver.report('paused')
    driver.report('playing')
    driver.report('paused')
    driver.wait(commandLimit)
    expect(driver.adopted).toEqual([])
    driver.report('playing')
    expect(driver.adopted).toEqual(['playing'])
  })

  it("L4 a stream loaded paused, played by the provider's own button → adopted at once", () => {
    const driver = new Driver(false)
    driver.report('playing')
    expect(driver).toMatchObject({ adopted: ['playing'], transport: { hasStarted: true } })
  })

  it('L4 play without confirmation → stays pending until the next report decides', () => {
    const driver = playing()
    driver.send('paused')
    driver.report('paused')
    driver.send('playing')
    driver.wait(60_000)
    expect(driver).toMatchObject({ adopted: [], transport: { pending: { target: 'playing' } } })
    driver.report('paused')
    expect(driver.adopted).toEqual(['paused'])
  })
})

type Act = { at: number; do: 'play' | 'pause' | 'press' }

/**
 * A provider's frame: commands and reports arrive in order, with delays. It reports only changes.
 * `press`: the person uses its own button.
 */
function simulate(acts: Act[], delays: number[]) {
  const driver = new Driver()
  let actual: TransportState = 'paused'
  let turn = 0
  const agenda: { at: number; run: () => void }[] = []
  const last = { there: 0, back: 0 }
  /** Delivers after a delay, in the order of each direction. */
  const post = (way: 'there' | 'back', run: () => void) => {
    last[way] = Math.max(last[way], driver.now + delays[turn++ % delays.length]!)
    agenda.push({ at: last[way], run })
  }
  const change = (next: TransportState) => {
    if (actual === next) return
    actual = next
    post('back', () => {
      if (driver.report(next)) command('paused')
    })
  }
  const command = (target: TransportState) => post('there', () => change(target))
  command('playing')
  for (const { at, do: what } of acts) {
    agenda.push({
      at,
      run: () => {
        if (what === 'press') return change(actual === 'playing' ? 'paused' : 'playing')
        const target = what === 'play' ? 'playing' : 'paused'
        driver.send(target)
        command(target)
      },
    })
  }
  while (agenda.length > 0) {
    const at = Math.min(...agenda.map((one) => one.at))
    const index = agenda.findIndex((one) => one.at === at)
    const [{ run }] = agenda.splice(index, 1) as [(typeof agenda)[number]]
    driver.wait(Math.max(0, at - driver.now))
    run()
  }
  driver.wait(60_000)
  return { driver, actual }
}

describe('transport over a slow frame', () => {
  const at = fc.nat(20_000)
  const delays = fc.array(fc.nat(commandLimit / 2 - 1), { minLength: 1, maxLength: 20 })
  const commands = fc.record({ at, do: fc.constantFrom('play' as const, 'pause' as const) })
  const all = fc.record({ at, do: fc.constantFrom('play' as const, 'pause' as const, 'press' as const) })

  it("L4 any sequence of commands → never mistaken for use of the provider's own controls", () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 12 }), delays, (acts, slow) => {
        const { driver, actual } = simulate(acts, slow)
        const final = acts.toSorted((a, b) => a.at - b.at).at(-1)?.do ?? 'play'
        expect(driver.adopted).toEqual([])
        expect(actual).toBe(final === 'play' ? 'playing' : 'paused')
        expect(driver.transport).toMatchObject({ confirmed: actual, pending: null })
      }),
      { numRuns: fuzzRuns(2000) },
    )
  })

  it("L4 random commands and presses → the final state is the output's", () => {
    fc.assert(
      fc.property(fc.array(all, { maxLength: 12 }), delays, (acts, slow) => {
        const { driver, actual } = simulate(acts, slow)
        expect(driver.transport.confirmed).toBe(actual)
      }),
      { numRuns: fuzzRuns(2000) },
    )
  })
})
