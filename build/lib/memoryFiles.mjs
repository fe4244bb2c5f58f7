import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
const prefix = 'strand-test-'
/** Bytes: the files of a run are a fraction of it. */
const needed = 4 * 1024 ** 3

/**
 * Whether the temporary files of a run fit into memory: tests commit thousands of small transactions, each of which waits for a
 * disk. Containers often have 64 MB there, or forbid to execute its files, which tests do.
 * @param {{ tmpdir: string | undefined, canExecute: boolean, free: number, available: number }} system the variable TMPDIR; of the file
 *   system in memory, whether its files can be executed, and its free bytes; and the available bytes of memory
 */
export const fitsIntoMemory = ({ tmpdir, canExecute, free, available }) =>
  tmpdir === undefined && canExecute && free >= needed && available >= 2 * needed

/** Whether files below a mount point can be executed. @param {string} mounts the text of /proc/mounts @param {string} at */
export function canExecuteAt(mounts, at) {
  const line = mounts.split('\n').findLast((mount) => mount.split(' ')[1] === at)
  return line !== undefined && !line.split(' ')[3]?.split(',').includes('noexec')
}

/** Bytes of memory that programs can still get; 0 if unknown. @param {string} meminfo the text of /proc/meminfo */
export const availableMemory = (meminfo) => Number(/^MemAvailable:\s+(\d+) kB$/m.exec(meminfo)?.[1] ?? 0) * 1024

/** @param {number} pid */
const isRunning = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * Puts the temporary files of this process and of its children into memory, where there is enough. They are removed at its end;
 * those of a run that was killed are removed by the next one.
 */
export function useMemoryForTemporaryFiles() {
  if (process.platform !== 'linux') return
  try {
    const { bavail, bsize } = statfsSync(memory)
    const available = availableMemory(readFileSync('/proc/meminfo', 'utf8'))
    const canExecute = canExecuteAt(readFileSync('/proc/mounts', 'utf8'), memory)
    if (!fitsIntoMemory({ tmpdir: process.env.TMPDIR, canExecute, free: bavail * bsize, available })) return
    for (const name of readdirSync(memory)) {
      const [, pid] = /^strand-test-(\d+)-/.exec(name) ?? []
      if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(memory, name), { recursive: true, force: true })
    }
    const folder = mkdtempSync(join(memory, `${prefix}${process.pid}-`))
    // PostgreSQL runs as another user below it.
    chmodSync(folder, 0o711)
    process.env.TMPDIR = folder
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  } catch {
    // Without such a file system, or without the right to use it, the files are on disk.
  }
}
