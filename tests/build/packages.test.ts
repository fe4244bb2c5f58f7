import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Package {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const read = <T>(name: string) => JSON.parse(readFileSync(name, 'utf8')) as T

/** A version range starts with a number, `v` or an operator; a tag such as `latest` is unpinned. */
const isTag = (range: string) => /^[a-z]/i.test(range.replace(/^npm:(@[^/]+\/)?[^@]+@/, '')) && !/^[vx]\d*(\.|$)/i.test(range)

test('no locked package depends on a tag: `npm ci` would fail on the day its owner moves it', () => {
  const lock = read<{ packages: Record<string, Package> }>('package-lock.json')
  const { overrides = {} } = read<{ overrides?: Record<string, Record<string, string>> }>('package.json')
  const moving = Object.entries(lock.packages).flatMap(([path, { dependencies, optionalDependencies }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(([of, range]) => isTag(overrides[name]?.[of] ?? range))
      .map(([of, range]) => `${name} asks for ${of}@${range}`)
  })
  expect(moving).toEqual([])
})
