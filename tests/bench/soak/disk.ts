/** A small disk in memory, which can be filled. */
import { mkdirSync, openSync, closeSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../../build/lib/run.mjs'

export interface Disk {
  folder: string
  /** Takes all free space. */
  fill(): void
  free(): void
  unmount(): Promise<void>
}

const isFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOSPC'

/** Null if this process may not mount a file system, which only root may. */
export async function mountDisk(folder: string, bytes: number): Promise<Disk | null> {
  mkdirSync(folder, { recursive: true })
  const options = ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]
  const mounted = await run('mount', options, { quiet: true }).catch(() => ({ code: 1 }))
  if (mounted.code !== 0) return null
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a')
      try {
        for (let size = 1_000_000; size >= 1; size = Math.floor(size / 10)) {
          const part = Buffer.alloc(size)
          try {
            for (;;) writeSync(file, part)
          } catch (error) {
            if (!isFull(error)) throw error
          }
        }
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    unmount: async () => void (await run('umount', [folder], { quiet: true })),
  }
}
