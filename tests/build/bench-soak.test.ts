import { describe, expect, it } from 'vitest'
import { isFailure, measureGrowth, problemsOf } from '../bench/soak/verdict.ts'
import { createAcknowledged, type Result } from '../bench/soak/visitor.ts'

const [from, to] = [1000, 31_000]

interface Run {
  /** Results per second. */
  rate?: number
  /** Duration (ms) of an answer that was sent at this time. */
  ms?: (sentAt: number) => number
  memory?: (at: number) => number
  /** CPU time (ms) of the same work at this time. */
  work?: (at: number) => number
  failed?: readonly Result[]
  /** During a fault. */
  disturbed?: Parameters<typeof problemsOf>[0]['disturbed']
  posts?: number
  wrong?: readonly string[]
  missing?: readonly string[]
}

const result = (sentAt: number, ms: number, status = 200): Result => ({ kind: 'a post', status, ms, sentAt })

function judge({
  rate = 30,
  ms = () => 10,
  memory = () => 100,
  work = () => 2,
  failed = [],
  disturbed = [],
  posts = 1,
  wrong = [],
  missing = [],
}: Run): string[] {
  const times = Array.from({ length: rate * 30 }, (_, n) => from + (n * 1000) / rate)
  const acknowledged = createAcknowledged()
  for (let n = 0; n < posts; n += 1) acknowledged.posts.set(`post ${n}`, 'title')
  acknowledged.comments.set('comment', { post: 'post 0', text: 'text' })
  acknowledged.signUps.add('member@example.org')
  const growth = measureGrowth(
    times.map((at) => result(at, ms(at))),
    times.map((at) => ({ at, memory: [memory(at), NaN], work: work(at) })),
    from,
    to,
  )
  return problemsOf({ growth, failed, disturbed, acknowledged, wrong, missing })
}

/** Grows by a factor from the first third to the last. */
const growing = (base: number, factor: number) => (at: number) => base * (at < from + 10_000 ? 1 : factor)

describe('BY25 verdict of a soak', () => {
  it('BY25 a steady site meets the requirements', () => {
    expect(judge({})).toEqual([])
    expect(judge({ ms: growing(10, 1.4), memory: growing(100, 1.09) })).toEqual([])
  })

  it('BY25 growth of latency or of memory is a problem', () => {
    expect(judge({ ms: growing(10, 1.6) })).toEqual(['growth of p99'])
    expect(judge({ memory: growing(100, 1.2) })).toEqual(['growth of memory'])
  })

  it('BY25 latency is compared with the speed of the machine at the same time', () => {
    expect(judge({ ms: growing(10, 1.8), work: growing(2, 1.3) })).toEqual([])
    expect(judge({ ms: growing(10, 1.4), work: growing(2, 0.9) })).toEqual(['growth of p99'])
    expect(judge({ memory: growing(100, 1.2), work: growing(2, 1.3) })).toEqual(['growth of memory'])
  })

  it('BY27 during a fault that leaves a server, few requests may fail; an outage of the whole site, or no request, is a problem', () => {
    const during = (most: number | null, statuses: number[]) => [
      { what: 'a fault', most, results: statuses.map((status) => result(from, 1, status)) },
    ]
    expect(judge({ disturbed: during(0.25, [200, 200, 200, 0]) })).toEqual([])
    expect(judge({ disturbed: during(0.2, [200, 200, 200, 0]) })).toEqual(['25.0 % failed during "a fault", of at most 20 %'])
    expect(judge({ disturbed: during(null, [0, 0]) })).toEqual([])
    expect(judge({ disturbed: during(0.2, []) })).toHaveLength(1)
  })

  it('BY25 few results, or none, are too short for the comparison', () => {
    expect(judge({ rate: 19 })).toEqual(['too short: 190 and 190 results without a fault in the first and last third, of 200'])
    expect(judge({ rate: 0 })).toEqual([
      'too short: 0 and 0 results without a fault in the first and last third, of 200',
      'growth of p99',
      'growth of memory',
    ])
  })

  it('BY25 each answer except 200 is a failure, and none is allowed without a fault', () => {
    expect([200, 0, 400, 403, 404, 429, 500, 503].map((status) => isFailure(result(from, 1, status)))).toEqual([
      false,
      ...Array<boolean>(7).fill(true),
    ])
    expect(judge({ failed: [result(from, 1, 404)] })).toEqual(['1 failed requests without a fault'])
  })

  it('BY25 a fault that this machine cannot cause is a problem', () => {
    expect(judge({ missing: ['without a full disk'] })).toEqual(['without a full disk'])
  })

  it('BY25 missing writes are a problem, and so are writes that were never acknowledged', () => {
    expect(judge({ wrong: ['post 0 (404)'] })).toEqual(['1 lost or repeated writes'])
    expect(judge({ posts: 0 })).toEqual(['no acknowledged posts'])
  })
})
