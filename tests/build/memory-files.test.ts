import { describe, expect, it } from 'vitest'
import { availableMemory, fitsIntoMemory } from '../../build/lib/memoryFiles.mjs'

const gigabyte = 1024 ** 3
const roomy = { tmpdir: undefined, free: 8 * gigabyte, available: 16 * gigabyte }

describe('BY24 temporary files of tests in memory', () => {
  it('BY24 enough memory → there', () => {
    expect(fitsIntoMemory(roomy)).toBe(true)
  })

  it.each([
    ['a container with 64 MB of shared memory', { ...roomy, free: 64 * 1024 ** 2 }],
    ['little memory', { ...roomy, available: 6 * gigabyte }],
    ['a folder chosen by TMPDIR', { ...roomy, tmpdir: '/var/tmp' }],
  ])('BY24 %s → on disk', (_, system) => {
    expect(fitsIntoMemory(system)).toBe(false)
  })

  it('BY24 the available memory is read from the kernel; unknown counts as none', () => {
    expect(availableMemory('MemTotal:       49000000 kB\nMemAvailable:   41943040 kB\n')).toBe(40 * gigabyte)
    expect(availableMemory('')).toBe(0)
  })
})
