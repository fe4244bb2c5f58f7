import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isStrictEmail, isStrictName, listedEmails, shareProblem } from '#contract/share.ts'

const visitor = (name: string, email: string) => ({ sharer: { name, email }, uids: [], emails: [] as string[] })

describe('S1 the six checks, in their order', () => {
  it('S1 several failed checks → only the first is reported', () => {
    expect(shareProblem(visitor(' ', ''))?.message).toBe('Please enter your name.')
    expect(shareProblem(visitor('Al', ''))?.message).toBe("The name you entered wasn't formatted properly. Please double check.")
    expect(shareProblem(visitor('Ann Lee', ' '))?.message).toBe('Please enter your email address.')
    expect(shareProblem(visitor('Ann Lee', 'ann@example'))?.message).toBe(
      "Your email address isn't formatted properly. Please double check.",
    )
    expect(shareProblem(visitor('Ann Lee', 'ann@example.org'))?.message).toBe('Please enter some emails.')
    expect(shareProblem({ ...visitor('Ann Lee', 'ann@example.org'), emails: ['x'] })?.message).toBe(
      "One or more of the emails you entered aren't formatted properly. Please double check.",
    )
    expect(shareProblem({ ...visitor('Ann Lee', 'ann@example.org'), emails: ['ben@example.org'] })).toBeNull()
    expect(shareProblem({ sharer: null, uids: [], emails: [] })?.message).toBe('Please select some members and or enter some emails.')
    expect(shareProblem({ sharer: null, uids: ['ben'], emails: [] })).toBeNull()
    expect(shareProblem({ sharer: null, uids: ['ben'], emails: ['ben@example.org', 'nobody'] })?.field).toBe('sharees.emails')
  })

  it("S1 an anonymous visitor's uids do not replace addresses", () => {
    expect(shareProblem({ ...visitor('Ann Lee', 'ann@example.org'), uids: ['ben'] })?.message).toBe('Please enter some emails.')
  })
})

describe('S1 strict names and addresses', () => {
  it.each(['Anna', 'Ann-Marie O. Lee, Jr', 'Zoë Çelik', 'Зоя Петрова', 'J. R. Smith'])('S1 %s → a valid name', (name) =>
    expect(isStrictName(name)).toBe(true),
  )
  it.each(['Ann', 'Ann Lee.', '-Ann Lee', 'Ann\nLee', 'Ann\r\nBcc: x', 'Ann <b>', 'Ann@home', 'a'.repeat(65), 'Ann\u2028Lee', 'R2D2'])(
    'S1 %j → an invalid name',
    (name) => expect(isStrictName(name)).toBe(false),
  )

  it.each(['a@b.co', 'ann.lee+strand@mail.example.org', "o'hara_x@example.museum", 'x@xn--bcher-kva.xn--p1ai'])(
    'S1 %s → a valid address',
    (email) => expect(isStrictEmail(email)).toBe(true),
  )
  it.each([
    'a@b',
    'a@b.c',
    '@b.co',
    'a.@b.co',
    '.a@b.co',
    'a..a@b.co',
    'a b@c.de',
    'a@b.co,',
    'a@-b.co',
    'a@b-.co',
    '"a"@b.co',
    'a@[127.0.0.1]',
    'a@b.co\n',
    'a@b.co\r\nBcc: c@d.ef',
    'Ann <a@b.co>',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b.'.repeat(80)}co`,
  ])('S1 %j → an invalid address', (email) => expect(isStrictEmail(email)).toBe(false))

  it('S1 a valid name or address is one line without separators, and long input is rejected quickly', () => {
    const ascii = fc.string({ unit: fc.constantFrom(...'aA9.-_@<>,;: "\'\\\r\n\t()[]é') })
    fc.assert(
      fc.property(ascii, (text) => {
        if (isStrictEmail(text)) expect(text).toMatch(/^[^\s<>,;:"\\()[\]]+@[^\s<>,;:"\\()[\]@]+$/)
        if (isStrictName(text)) expect(text).not.toMatch(/[\r\n\t<>@;:"]/)
      }),
    )
    const startedAt = performance.now()
    expect(isStrictEmail(`${'a.'.repeat(50_000)}@${'a-'.repeat(50_000)}`)).toBe(false)
    expect(isStrictName(`A${' .,-'.repeat(50_000)}`)).toBe(false)
    expect(performance.now() - startedAt).toBeLessThan(100)
  })

  it('S1 a list of addresses → split at commas, trimmed, lower-cased and deduplicated', () => {
    expect(listedEmails(' A@b.co, c@d.ef ,,a@B.co')).toEqual(['a@b.co', 'c@d.ef'])
    expect(listedEmails(['A@b.co, c@d.ef', 'g@h.ij'])).toEqual(['a@b.co', 'c@d.ef', 'g@h.ij'])
    expect(listedEmails('')).toEqual([])
  })
})
