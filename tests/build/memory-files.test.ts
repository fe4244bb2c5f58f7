import { describe, expect, it } from 'vitest'
import { availableMemory, canExecuteAt, fitsIntoMemory } from '../../build/lib/memoryFiles.mjs'

const gigabyte = 1024 ** 3
const roomy = { tmpdir: undefined, canExecute: true, free: 8 * gigabyte, available: 16 * gigabyte }

describe('BY24 temporary files of tests in memory', () => {
  it('BY24 enough memory → there', () => {
    expect(fitsIntoMemory(roomy)).toBe(true)
  })

  it.each([
    ['a container with 64 MB of shared memory', { ...roomy, free: 64 * 1024 ** 2 }],
    ['files there cannot be executed', { ...roomy, canExecute: false }],
    ['little memory', { ...roomy, available: 6 * gigabyte }],
    ['a folder chosen by TMPDIR', { ...roomy, tmpdir: '/var/tmp' }],
  ])('BY24 %s → on disk', (_, system) => {
    expect(fitsIntoMemory(system)).toBe(false)
  })

  it('BY24 the options of the last mount say whether files can be executed; unknown counts as no', () => {
    const mounts = 'proc /proc proc rw,noexec 0 0\ntmpfs /dev/shm tmpfs rw,relatime,size=24684092k 0 0\n'
    expect(canExecuteAt(mounts, '/dev/shm')).toBe(true)
    expect(canExecuteAt(`${mounts}shm /dev/shm tmpfs rw,nosuid,nodev,noexec 0 0\n`, '/dev/shm')).toBe(false)
    expect(canExecuteAt('', '/dev/shm')).toBe(false)
  })

  it('BY24 the available memory is read from the kernel; unknown counts as none', () => {
    expect(availableMemory('MemTotal:       49000000 kB\nMemAvailable:   41943040 kB\n')).toBe(40 * gigabyte)
    expect(availableMemory('')).toBe(0)
  })
})
