import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { messages } from '#contract/messages.ts'
import { forms, validate, errorsFrom, tidyValues } from '../../renderer/screens/auth/form.ts'
import { t } from '#texts/index.ts'

const root = join(import.meta.dirname, '../..')

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(path)) yield path
  }
}

describe('BY22 the text catalogue', () => {
  it('BY22 no component contains literal UI texts', () => {
    const literal = />\s*[A-Z][a-z]+[^<>{}()=;]*<\/|(?:aria-label|title|placeholder|alt)="[^"]*[A-Za-z]/
    const found = [...sources(join(root, 'renderer'))].filter((path) => path.endsWith('.tsx') && literal.test(readFileSync(path, 'utf8')))
    expect(found).toEqual([])
  })

  it('BY22 no style sheet uses physical left or right properties', () => {
    const physical = /^\s*(?:(?:margin|padding|border)-(?:left|right)|left|right|text-align:\s*(?:left|right)|float)\b/m
    const folder = (path: string): string[] =>
      readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? folder(join(path, entry.name)) : entry.name.endsWith('.css') ? [join(path, entry.name)] : [],
      )
    const found = folder(join(root, 'renderer')).filter((path) => physical.test(readFileSync(path, 'utf8')))
    expect(found).toEqual([])
  })

  it('S1 BY22 a sentence that ends with a title with end punctuation gets no full stop; with any other title it does', () => {
    expect(t.share.sent('What do you play when it rains?')).toBe('You shared What do you play when it rains?')
    expect([t.share.sent('Shapes'), t.player.over('Where to?')]).toEqual(['You shared Shapes.', 'End of Where to?'])
  })

  it('BY22 every catalogue entry is a non-empty string or a function', () => {
    const visit = (value: unknown, path: string): void => {
      if (typeof value === 'string') expect(value.trim(), path).not.toBe('')
      else if (typeof value === 'object' && value !== null)
        for (const [name, field] of Object.entries(value)) visit(field, `${path}.${name}`)
      else expect(typeof value, path).toBe('function')
    }
    visit(t, 't')
  })

  it('BY22 every catalogue entry is used in the renderer', () => {
    const code = [...sources(join(root, 'renderer'))]
      .filter((path) => !path.includes('texts'))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n')
    const { categories: _byTheirIds, ...areas } = t
    const unsaid = Object.entries(areas).flatMap(([area, texts]) =>
      Object.keys(texts)
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(code))
        .map((name) => `${area}.${name}`),
    )
    expect(unsaid).toEqual([])
  })

  it('R22 post counts use the singular for 1 and the plural with grouped digits otherwise', () => {
    expect([0, 1, 2, 1234].map(t.common.posts)).toEqual(['0 posts', '1 post', '2 posts', '1,234 posts'])
  })
})

describe('U11 texts and places of form errors', () => {
  const failure = (code: Parameters<typeof errorsFrom>[1]['code'], message: string = '', fields?: Record<string, string>) => ({
    code,
    message,
    status: 403,
    requestId: 'r',
    ...(fields && { fields }),
  })
  const words = (error: { text: string; link?: string } | undefined) => (error?.link ? `${error.text} ${error.link}` : error?.text)

  it('U11 an error code → the catalogue text unchanged, with its link, at its field', () => {
    expect(words(errorsFrom('signup', failure('account_exists')).fields.email)).toBe(messages.accountExists)
    expect(words(errorsFrom('login', failure('account_does_not_exist')).fields.username)).toBe(messages.accountDoesNotExist)
    expect(words(errorsFrom('login', failure('wrong_credentials')).fields.password)).toBe(messages.wrongCredentials)
    expect(errorsFrom('signup', failure('email_in_use')).fields.email).toEqual({
      text: messages.emailInUse,
      link: 'Trying to log in?',
      to: 'login',
    })
    expect(errorsFrom('forgotPassword', failure('account_does_not_exist')).fields.email).toMatchObject({ to: 'signup' })
    expect(errorsFrom('resetPassword', failure('forbidden')).fields.password).toMatchObject({
      text: messages.resetFailed,
      to: 'forgotPassword',
    })
  })
  it('U3 U11 an e-mail address in use, entered right after a sign-up → an error without a log-in link', () => {
    expect(errorsFrom('getEmail', failure('email_in_use')).fields.email).toEqual({ text: messages.emailInUse })
  })
  it('U4 an error is placed at the field that the server names, otherwise above the button', () => {
    expect(errorsFrom('signup', failure('invalid', 'x', { password: 'Longer' }))).toEqual({
      fields: { password: { text: 'Longer' } },
      general: null,
    })
    expect(errorsFrom('signup', failure('too_many_requests', messages.tooManyRequests))).toEqual({
      fields: {},
      general: messages.tooManyRequests,
    })
  })
  it('U4 each form validates only its own fields', () => {
    const values = { name: 'A', email: 'a@b', username: '!!', password: 'abc' }
    expect(validate('signup', values)).toEqual({
      name: { text: messages.nameInvalid },
      email: { text: messages.emailInvalid },
      password: { text: messages.passwordInvalid },
    })
    expect(validate('login', values)).toEqual({ username: { text: messages.loginInvalid }, password: { text: messages.passwordInvalid } })
    expect(forms.login.map(({ name }) => name)).toEqual(['username', 'password'])
  })
  it('U6 names lose tags and outer spaces, e-mail addresses are trimmed and lowercased, user names trimmed, passwords unchanged', () => {
    expect(tidyValues({ name: '  Ada  <b> ', email: ' Ada@Example.ORG ', username: ' ada ', password: ' p w ' })).toEqual({
      name: 'Ada',
      email: 'ada@example.org',
      username: 'ada',
      password: ' p w ',
    })
  })
})
