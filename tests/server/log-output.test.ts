/** The log while its output fails, is slow or is not read. */
import { expect, test, vi } from 'vitest'
import { createLog } from '#http/log.ts'
import { createLogOutput, type Sink } from '#http/log-output.ts'

/** A fake disk that takes at most `step` bytes per write, and that can be full. */
function disk(step = Infinity) {
  const state = { isFull: false, text: '', sink: undefined as unknown as Sink }
  state.sink = (chunk, done) =>
    setImmediate(() => {
      if (state.isFull) return done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }), 0)
      const written = chunk.subarray(0, step)
      state.text += written.toString('latin1')
      done(null, written.length)
    })
  return state
}

test('BY25 lines are written whole and in order where the output takes three bytes at a time', async () => {
  const slow = disk(3)
  const output = createLogOutput(slow.sink)
  const lines = Array.from({ length: 50 }, (_, n) => `line ${n}\n`)
  for (const line of lines) output.write(line)
  await output.flush(5000)
  expect(slow.text).toBe(lines.join(''))
})

test('BY25 on a full disk lines wait up to the bound, more are dropped and counted, and the count is logged when there is space', async () => {
  const full = disk()
  full.isFull = true
  const output = createLogOutput(full.sink, { maxPending: 1000, retryMs: 10 })
  const log = createLog({ logLevel: 'info' }, output)
  log.info('first')
  await output.flush()
  for (let n = 0; n < 100; n += 1) log.info({ n }, 'more')
  await output.flush()
  expect(full.text).toBe('')
  full.isFull = false
  await vi.waitFor(() => expect(full.text).toContain('dropped'), { timeout: 5000 })
  log.info('last')
  await output.flush()
  const lines = full.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; n?: number; dropped?: number })
  const written = lines.filter(({ msg }) => msg === 'more')
  expect(written.map(({ n }) => n)).toEqual(written.map((_, n) => n))
  expect(written.length).toBeGreaterThan(5)
  expect(lines.map(({ msg }) => msg).filter((msg) => msg !== 'more')).toEqual([
    'first',
    'log lines were dropped while the log could not be written',
    'last',
  ])
  expect(lines.find(({ dropped }) => dropped !== undefined)!.dropped).toBe(100 - written.length)
})

test('BY25 an output that never accepts a line delays neither writes nor the end of the process', async () => {
  const output = createLogOutput(() => {}, { maxPending: 1000 })
  for (let n = 0; n < 1000; n += 1) output.write('a line without a reader\n')
  const startedAt = performance.now()
  await output.flush(50)
  expect(performance.now() - startedAt).toBeLessThan(2000)
})

test('BY25 flush does not wait for an output that fails at once', async () => {
  const output = createLogOutput((_chunk, done) => done(new Error('EPIPE'), 0), { retryMs: 60_000 })
  for (let n = 0; n < 10; n += 1) output.write('lost\n')
  await output.flush(60_000)
})
