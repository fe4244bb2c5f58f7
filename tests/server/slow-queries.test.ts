import { describe, expect, it } from 'vitest'
import { createSlowQueries, shapeOf } from '#db/slowQueries.ts'
import { createRedactor, passwordsIn } from '../../server/features/operations/redact.ts'

describe('M1 the shape of a statement', () => {
  it.each([
    ['SELECT * FROM "post" WHERE "id" = $1 LIMIT 20', 'SELECT * FROM "post" WHERE "id" = ? LIMIT ?'],
    ['SELECT 1\n   FROM  "a"', 'SELECT ? FROM "a"'],
    ['WHERE "id" IN ($1, $2, $3)', 'WHERE "id" IN (?, …)'],
    ['WHERE "id" IN (?,?,?)', 'WHERE "id" IN (?, …)'],
    [`WHERE "name" = 'O''Hara' AND "x" = ' 5 '`, 'WHERE "name" = ? AND "x" = ?'],
    [`WHERE "name" = 'unfinished`, 'WHERE "name" = ?'],
    ['"t1"."c2" = 1.5', '"t1"."c2" = ?'],
  ])('%s', (statement, shape) => expect(shapeOf(statement)).toBe(shape))

  it('a long statement is cut, in linear time', () => {
    expect(shapeOf(`SELECT ${'"a", '.repeat(100_000)}`)).toHaveLength(400)
    expect(shapeOf(`SELECT '${"''".repeat(100_000)}`).length).toBeLessThan(20)
  })
})

describe('M1 slow statements', () => {
  it('are counted by shape, the slowest first, for an hour after the latest', () => {
    let now = Date.parse('2026-11-29T10:00:00Z')
    const queries = createSlowQueries(() => now)
    queries.add('SELECT $1', 80)
    now += 1000
    queries.add('SELECT $2', 120.6)
    queries.add('SELECT "other"', 300)
    expect(queries.list()).toEqual([
      { statement: 'SELECT "other"', count: 1, maxMs: 300, sinceDate: '2026-11-29T10:00:01.000Z', latestDate: '2026-11-29T10:00:01.000Z' },
      { statement: 'SELECT ?', count: 2, maxMs: 121, sinceDate: '2026-11-29T10:00:00.000Z', latestDate: '2026-11-29T10:00:01.000Z' },
    ])
    now += 3_600_001
    expect(queries.list()).toEqual([])
  })

  it('of more than 50 shapes, those with the latest runs stay', () => {
    const queries = createSlowQueries()
    for (let n = 0; n < 60; n += 1) {
      queries.add(`SELECT "a${n}"`, 100)
      queries.add('SELECT "first"', 100)
    }
    const shapes = queries.list().map(({ statement }) => statement)
    expect(shapes).toHaveLength(50)
    expect(shapes).toContain('SELECT "first"')
    expect(shapes).toContain('SELECT "a59"')
    expect(shapes).not.toContain('SELECT "a0"')
  })
})

describe('M1 secrets in error messages', () => {
  it('credentials of addresses and known secrets are removed, also encoded ones', () => {
    const redact = createRedactor([...passwordsIn('smtp://ann:p%40ssword@mail.example'), 'key-of-search', null, undefined, ''])
    expect(redact('connect smtp://ann:p%40ssword@mail.example:25 failed')).toBe('connect smtp://•••@mail.example:25 failed')
    expect(redact('535 p@ssword and p%40ssword, key-of-search')).toBe('535 ••• and •••, •••')
    expect(redact('ann@example.org has no mailbox')).toBe('ann@example.org has no mailbox')
  })

  it('an address without a password, or with invalid escapes, has none or the written one', () => {
    expect(passwordsIn('postgres://db.example/strand')).toEqual([])
    expect(passwordsIn('no address')).toEqual([])
    expect(passwordsIn('smtp://a:%zz@mail.example')).toEqual(['%zz'])
  })
})
