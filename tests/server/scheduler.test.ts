import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { transaction } from '#db/transaction.ts'
import { JobEntity, type JobRow } from '../../server/features/scheduler/entities.ts'
import { createScheduler, type Job } from '../../server/features/scheduler/service.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
let clock: number
const errors: unknown[] = []
beforeEach(async () => {
  clock = Date.parse('2026-11-21T00:00:00Z')
  errors.length = 0
  await transaction(server.db, (manager) => manager.clear(JobEntity))
})

const scheduler = (...jobs: Job[]) => {
  const made = createScheduler({ db: server.db, log: { error: (...args: unknown[]) => void errors.push(args) }, now: () => clock })
  made.register(...jobs)
  return made
}
const row = (name: string): Promise<JobRow> => server.db.getRepository(JobEntity).findOneByOrFail({ name })
const minute = 60_000

describe('O4 jobs', () => {
  it('O4 a job runs when it is due and again after its interval, in any process', async () => {
    let runs = 0
    const job: Job = { name: 'sweep', everyMs: 10 * minute, run: async () => void (runs += 1) }
    await scheduler(job).runDue()
    await scheduler(job).runDue()
    expect(runs).toBe(1)
    clock += 9 * minute
    await scheduler(job).runDue()
    expect(runs).toBe(1)
    clock += minute
    await scheduler(job).runDue()
    expect(runs).toBe(2)
  })

  it('O4 of several concurrent processes one runs the job', async () => {
    let runs = 0
    const job: Job = { name: 'once', everyMs: minute, run: async () => void (runs += 1) }
    const processes = Array.from({ length: 6 }, () => scheduler(job))
    await Promise.all(processes.map((one) => one.runDue()))
    expect(runs).toBe(1)
  })

  it('O4 the job of a dead process is taken over after the lease', async () => {
    const dead = scheduler({ name: 'long', everyMs: minute, run: () => new Promise(() => {}) })
    void dead.runDue()
    await expect.poll(async () => (await server.db.getRepository(JobEntity).findOneBy({ name: 'long' }))?.holder ?? null).not.toBeNull()
    let runs = 0
    const alive = scheduler({ name: 'long', everyMs: minute, run: async () => void (runs += 1) })
    await alive.runDue()
    expect(runs).toBe(0)
    clock += minute
    await alive.runDue()
    expect(runs).toBe(1)
  })

  it('O4 a clock that was an hour fast, and is set back → the job and the job of a dead process run', async () => {
    const runs: string[] = []
    const job = (name: string): Job => ({ name, everyMs: 10 * minute, run: async () => void runs.push(name) })
    const right = clock
    clock += 60 * minute
    await scheduler(job('sweep')).runDue()
    const dead = scheduler({ ...job('dead'), run: () => new Promise(() => {}) })
    void dead.runDue()
    await expect.poll(async () => (await server.db.getRepository(JobEntity).findOneBy({ name: 'dead' }))?.holder ?? null).not.toBeNull()
    clock = right
    await scheduler(job('sweep'), job('dead')).runDue()
    expect(runs).toEqual(['sweep', 'sweep'])
    clock += minute
    await scheduler(job('sweep'), job('dead')).runDue()
    expect(runs).toEqual(['sweep', 'sweep', 'dead'])
  })

  it('O4 a failed run is logged and retried with backoff', async () => {
    let works = false
    const flaky = scheduler({
      name: 'flaky',
      everyMs: 60 * minute,
      run: async () => {
        if (!works) throw new Error('no disk')
      },
    })
    const waits: number[] = []
    for (let n = 0; n < 3; n += 1) {
      await flaky.runDue()
      const { dueDate, failures, lastError } = await row('flaky')
      expect([failures, lastError]).toEqual([n + 1, 'no disk'])
      waits.push(Date.parse(dueDate) - clock)
      clock = Date.parse(dueDate)
    }
    expect(waits).toEqual([30_000, 60_000, 120_000])
    expect(errors).toHaveLength(3)
    works = true
    await flaky.runDue()
    expect(await row('flaky')).toMatchObject({ failures: 0, lastError: null, leaseDate: null })
  })

  it('O4 a failing job does not delay others; run() → true runs the job again at once', async () => {
    const done: string[] = []
    let pieces = 3
    await scheduler(
      { name: 'broken', everyMs: minute, run: () => Promise.reject(new Error('broken')) },
      { name: 'whole', everyMs: minute, run: async () => void done.push('whole') },
      {
        name: 'pieces',
        everyMs: minute,
        run: async () => {
          done.push('piece')
          return (pieces -= 1) > 0
        },
      },
    ).runDue()
    expect(done.toSorted()).toEqual(['piece', 'piece', 'piece', 'whole'])
  })

  it('O4 stop() aborts a run, waits for it and leaves the job due', async () => {
    const steps: string[] = []
    const slow = scheduler({
      name: 'slow',
      everyMs: minute,
      run: (signal) =>
        new Promise((resolve) => {
          steps.push('begun')
          signal.addEventListener('abort', () =>
            setTimeout(() => {
              steps.push('ended')
              resolve()
            }, 50),
          )
        }),
    })
    slow.start()
    await expect.poll(() => steps).toEqual(['begun'])
    await slow.stop()
    expect(steps).toEqual(['begun', 'ended'])
    expect((await row('slow')).dueDate).toBe(new Date(clock).toISOString())
  })

  it('O4 registering a name twice throws', () => {
    const job: Job = { name: 'twice', everyMs: minute, run: async () => {} }
    expect(() => scheduler(job, job)).toThrow('twice')
  })
})
