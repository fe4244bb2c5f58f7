/** Large bodies wait for room in the heap (BY26). */
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '#contract/index.ts'
import { createRoom } from '#http/bodies.ts'
import { deployedNodeOptions, ready, startProduction } from '../support/built-server.ts'
import { Client } from '../support/client.ts'
import { picture } from '../support/pictures.ts'
import { createTestDatabase } from '../support/server.ts'

const waitMs = 5000

class Answer extends EventEmitter {
  closed = false
  close(): void {
    this.closed = true
    this.emit('close')
  }
}

describe('BY26 a room of 40 MB', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function openRoom() {
    const enter = createRoom(40)
    const log: string[] = []
    const leaves = new Map<string, () => void>()
    async function visit(name: string, size: number, answer = new Answer()): Promise<Answer> {
      const entering = enter(size, answer as never).then(
        (leave) => {
          leaves.set(name, leave)
          log.push(name)
        },
        (error: { status: number; retryAfter: number }) => log.push(`${name} ${error.status} ${error.retryAfter}`),
      )
      void entering
      await vi.advanceTimersByTimeAsync(0)
      return answer
    }
    const leave = async (name: string) => {
      leaves.get(name)!()
      await vi.advanceTimersByTimeAsync(0)
    }
    return { log, visit, leave }
  }

  it('BY26 bodies enter in their order, as far as they fit', async () => {
    const { log, visit, leave } = openRoom()
    for (const [name, size] of [
      ['a', 20],
      ['b', 20],
      ['c', 20],
      ['d', 10],
    ] as const)
      await visit(name, size)
    expect(log).toEqual(['a', 'b'])
    await leave('b')
    expect(log).toEqual(['a', 'b', 'c'])
    await leave('a')
    expect(log).toEqual(['a', 'b', 'c', 'd'])
  })

  it('BY26 one that is larger than the room enters when it is empty', async () => {
    const { log, visit, leave } = openRoom()
    await visit('a', 10)
    await visit('b', 50)
    expect(log).toEqual(['a'])
    await leave('a')
    expect(log).toEqual(['a', 'b'])
  })

  it('BY26 one that waits for five seconds → 503, and those behind it enter', async () => {
    const { log, visit } = openRoom()
    await visit('a', 20)
    await visit('b', 30)
    await vi.advanceTimersByTimeAsync(waitMs - 1)
    await visit('c', 20)
    expect(log).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(1)
    expect(log).toEqual(['a', 'b 503 10', 'c'])
  })

  it('BY26 a client that disconnects does not wait, before and while it waits', async () => {
    const { log, visit, leave } = openRoom()
    await visit('a', 40)
    const waiting = await visit('b', 30)
    await visit('c', 20)
    waiting.close()
    const gone = new Answer()
    gone.close()
    await visit('d', 1, gone)
    await leave('a')
    expect(log).toEqual(['a', 'b 503 10', 'd 503 10', 'c'])
    expect(waiting.listenerCount('close')).toBe(0)
  })
})

it('BY26 P5 120 uploads of 5 MB at once: a server with the heap of deploy/ stores some, refuses others, and goes on', async () => {
  const database = await createTestDatabase()
  const server = startProduction({ ...database.env, NODE_OPTIONS: deployedNodeOptions() })
  try {
    const member = new Client(await ready(server))
    await member.post('/api/v0/auth/signup', { name: 'Ada', email: 'ada@example.org', password: 'correct horse' })
    const jpeg = await picture(200, 200)
    const image = Buffer.concat([jpeg, Buffer.alloc(limits.image.bytes - jpeg.length)]).toString('base64')
    // One copy for all requests.
    const raw = new Blob([JSON.stringify({ image })])
    const headers = { 'Content-Type': 'application/json' }
    const upload = () => member.post('/api/v0/me/updateimage', undefined, { raw, headers })
    const uploads = await Promise.all(Array.from({ length: 120 }, upload))
    const statuses = uploads.map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect((await member.get('/api/v0/me')).status).toBe(200)
  } finally {
    server.process.kill('SIGKILL')
    await server.ended
    await database.remove()
  }
}, 120_000)
