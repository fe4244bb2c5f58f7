/**
 * Buffered, non-blocking log output. Standard output can be a file on a full disk or an unread pipe: lines that cannot be written wait in
 * a bounded buffer, and the server continues.
 */
import { fstatSync, write } from 'node:fs'
import { isatty } from 'node:tty'

/** Writes a prefix of a chunk, or all of it, and returns the number of bytes written. Calls do not overlap. */
export type Sink = (chunk: Buffer, done: (error: Error | null, written: number) => void) => void

export interface LogOutput {
  /** Never throws and never blocks. */
  write(line: string): void
  /** Resolves when the buffer is written or writing fails, after `timeoutMs` at most. */
  flush(timeoutMs?: number): Promise<void>
}

interface OutputOptions {
  /** Capacity of the buffer in characters. Further lines are dropped and counted. */
  maxPending?: number
  /** Delay before a retry after a failure (ms). */
  retryMs?: number
}

const droppedLine = (dropped: number): string =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), dropped, msg: 'log lines were dropped while the log could not be written' })}\n`

export function createLogOutput(sink: Sink, { maxPending = 1_000_000, retryMs = 1000 }: OutputOptions = {}): LogOutput {
  let waiting: string[] = []
  let waitingLength = 0
  /** The chunk that is being written or retried. */
  let chunk: Buffer | null = null
  let isWriting = false
  let retry: NodeJS.Timeout | undefined
  let dropped = 0
  let settled: (() => void)[] = []

  const settle = (): void => {
    for (const resolve of settled) resolve()
    settled = []
  }

  function next(): void {
    if (isWriting || retry !== undefined) return
    if (chunk === null) {
      if (waiting.length === 0) return settle()
      chunk = Buffer.from(waiting.join(''))
      waiting = []
      waitingLength = 0
    }
    isWriting = true
    sink(chunk, (error, written) => {
      isWriting = false
      if (error !== null) {
        retry = setTimeout(() => {
          retry = undefined
          next()
        }, retryMs)
        // Pending lines do not keep the process alive.
        retry.unref()
        return settle()
      }
      chunk = written < chunk!.length ? chunk!.subarray(written) : null
      if (chunk === null && dropped > 0) {
        waiting.push(droppedLine(dropped))
        dropped = 0
      }
      next()
    })
  }

  return {
    write(line) {
      if (waitingLength + line.length > maxPending) {
        dropped += 1
        return
      }
      waiting.push(line)
      waitingLength += line.length
      next()
    },

    flush(timeoutMs = 500) {
      if (!isWriting) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, timeoutMs)
        settled.push(() => {
          clearTimeout(timer)
          resolve()
        })
      })
    },
  }
}

/** Node writes to pipes and sockets asynchronously, but to files synchronously, and stops at the first error. */
function standardSink(): Sink {
  const isStream = isatty(1) || !(fstatSync(1).isFile() || fstatSync(1).isCharacterDevice())
  if (!isStream) return (chunk, done) => write(1, chunk, done)
  return (chunk, done) => process.stdout.write(chunk, (error) => done(error ?? null, chunk.length))
}

let output: LogOutput | undefined

/** The output of this process. */
export function standardOutput(): LogOutput {
  if (output !== undefined) return output
  // Without a listener an error of these streams would end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return (output = createLogOutput(standardSink()))
}
