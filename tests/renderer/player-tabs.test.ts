import { describe, expect, it } from 'vitest'
import { createTabs } from '#host/tabs.ts'

/** A channel between tabs whose messages arrive when the test delivers them. */
function createNetwork() {
  const ends: { listeners: Set<(event: MessageEvent) => void> }[] = []
  const inFlight: (() => void)[] = []
  return {
    open() {
      const end = { listeners: new Set<(event: MessageEvent) => void>() }
      ends.push(end)
      return {
        postMessage(data: unknown) {
          for (const other of ends) {
            if (other !== end) inFlight.push(() => other.listeners.forEach((listener) => listener({ data } as MessageEvent)))
          }
        },
        addEventListener: (_: string, listener: unknown) => void end.listeners.add(listener as never),
        removeEventListener: (_: string, listener: unknown) => void end.listeners.delete(listener as never),
      }
    },
    deliver() {
      for (const message of inFlight.splice(0)) message()
    },
  }
}

function openTabs(times: [number[], number[]]) {
  const network = createNetwork()
  const yielded: string[] = []
  const tabs = ['a', 'b'].map((name, n) => {
    const clock = [...times[n]!]
    const tab = createTabs(network.open(), name, () => clock.shift()!)
    tab.subscribe(() => yielded.push(name))
    return tab
  })
  return { a: tabs[0]!, b: tabs[1]!, yielded, network }
}

describe('tabs', () => {
  it('BY3 a tab that starts to play pauses the other, in both directions', () => {
    const { a, b, yielded, network } = openTabs([[1, 3], [2]])
    for (const tab of [a, b, a]) {
      tab.claim()
      network.deliver()
    }
    expect(yielded).toEqual(['b', 'a', 'b'])
  })

  it.each([
    ['the later one continues', [[1], [2]], ['a']],
    ['in the same millisecond exactly one continues', [[1], [1]], ['a']],
  ] as [string, [number[], number[]], string[]][])('BY3 two tabs start to play and their claims cross → %s', (_, times, silenced) => {
    const { a, b, yielded, network } = openTabs(times)
    a.claim()
    b.claim()
    network.deliver()
    expect(yielded).toEqual(silenced)
  })

  it('BY3 without a channel between tabs, each tab plays independently', () => {
    const tabs = createTabs(null)
    tabs.claim()
    tabs.subscribe(() => expect.unreachable())()
  })

  it('BY3 a message of another version of Strand is ignored', () => {
    const network = createNetwork()
    const other = network.open()
    createTabs(network.open()).subscribe(() => expect.unreachable())
    for (const data of ['playing', null, { at: '1' }]) other.postMessage(data)
    network.deliver()
  })
})
