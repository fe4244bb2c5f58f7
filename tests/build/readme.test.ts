import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { variables } from '../../server/config/variables.ts'
import { root } from '../support/built-server.ts'

const readme = readFileSync(`${root}README.md`, 'utf8')
const bare = (cell: string) => cell.replaceAll('`', '').trim()

describe('the README', () => {
  it('documents every variable as server/config.ts does, and no other', () => {
    const [, table = ''] = /<!-- configuration:.*?-->\n(.*?)<!-- \/configuration -->/s.exec(readme) ?? []
    const rows = table
      .trim()
      .split('\n')
      .slice(2)
      .map((line) =>
        line
          .split(/(?<!\\)\|/)
          .slice(1, 4)
          .map(bare),
      )
    expect(rows).toEqual(variables.map(({ name, meaning, default: value }) => [name, bare(meaning), bare(value)]))
  })

  it('names only commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }
    const named = [...readme.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(4)
    for (const name of named) expect(Object.keys(scripts)).toContain(name)
  })

  it('lists only existing folders and pictures', () => {
    for (const [, , folder] of readme.matchAll(/^( {2})?(\w+)\/ {2,}/gm)) {
      expect(
        ['', 'server/', 'renderer/'].some((parent) => existsSync(`${root}${parent}${folder}`)),
        folder,
      ).toBe(true)
    }
    for (const [, path] of readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)) expect(existsSync(`${root}${path}`), path).toBe(true)
  })
})
