import { describe, expect, it } from 'vitest'
import { compileRow } from '#db/rows.ts'

describe('rows', () => {
  it('BY24 a row has a property per column, also for names that look like code', () => {
    const names = ['id', 'with space', `a"];throw new Error('run');["`, "it's", '`${0}`', '__proto__', 'line\u2028break']
    const row = compileRow(names)(names.map((name) => `value of ${name}`))
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
    expect(Object.entries(row)).toEqual(names.map((name) => [name, `value of ${name}`]))
  })

  it('BY24 of columns with the same name, the last counts, and rows of the same columns share their function', () => {
    expect(compileRow(['id', 'id'])([1, 2])).toEqual({ id: 2 })
    expect(compileRow(['a', 'b'])).toBe(compileRow(['a', 'b']))
    expect(compileRow([])([])).toEqual({})
  })
})
