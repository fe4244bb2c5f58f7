import { Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, test } from 'vitest'
import { namesRule, retiredWordIn } from '../../build/lint/names.js'

const messagesFor = (code: string, file = 'renderer/a.ts'): string[] =>
  new Linter()
    .verify(
      code,
      [
        {
          files: ['**/*.ts'],
          languageOptions: { parser: tseslint.parser as never },
          plugins: { strand: { rules: { names: namesRule } } },
          rules: { 'strand/names': 'error' },
        },
      ],
      { filename: file },
    )
    .map(({ message }) => message)

describe('BY21 the lint rule strand/names', () => {
  test.each([
    'const toldMembers = []',
    'const { a: wasAsked } = {}',
    'const [first, ...kept] = []',
    'function load(wanted = 1) {}',
    'const load = ({ said }) => said',
    'class Telling {}',
    'type Wish = string',
    'interface A { begunAt: number }',
    'interface A { send(whoever: string): void }',
    'interface A { send: (whoever: string) => void }',
    'interface A { wishes(): void }',
    'enum Heard {}',
    'const a = { meanwhile: 1 }',
    'class A { constructor(private told: string) {} }',
    "export { results as finds } from './results.ts'",
  ])('%s → an error', (code) => {
    expect(messagesFor(code)).toHaveLength(1)
  })

  test.each([
    'const tasked = 1, essay = 2, keptness = 3',
    'const value = answer.told',
    "import { told } from './library.ts'",
    'const { told: notified } = answer',
    'interface LinkCheck { told: boolean }',
    'const a = { [told]: 1 }',
    "export { told } from './library.ts'",
  ])('%s → no error', (code) => {
    expect(messagesFor(code)).toEqual([])
  })

  test('a file name with a retired word → an error that names the terms to use', () => {
    expect(messagesFor('', 'server/toldMembers.ts')).toEqual([
      '`toldMembers.ts` contains the retired word “told”. Use: notified, sent, reported.',
    ])
  })

  test.each(['// Whoever asks signs in.', '/** Nobody is told. */'])('the comment %s → an error', (comment) => {
    expect(messagesFor(comment)).toHaveLength(1)
  })

  test('words are found in camel case, in upper case and between hyphens', () => {
    expect(['askedAt', 'MOST_WANTED', 'who-said', 'masked'].map(retiredWordIn)).toEqual(['asked', 'wanted', 'said', undefined])
  })
})
