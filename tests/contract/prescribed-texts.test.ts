/**
 * The texts that the specification prescribes, word for word. `prescribed-texts.json` lists each with its capability, its section
 * (A9: document A, section 9) and the places of the product that use it. `values` are the arguments of a text with placeholders.
 */
import { describe, expect, it } from 'vitest'
import { categoryNames, messages, pageTitles } from '#contract/messages.ts'
import { flagReasons } from '#contract/rules.ts'
import { t } from '#texts/index.ts'
import prescribed from './prescribed-texts.json' with { type: 'json' }

interface PrescribedText {
  id: string
  source: string
  text: string
  at: string[]
  values?: Record<string, string | number>
}

const sources: Record<string, unknown> = { texts: t, messages, pageTitles, categoryNames, flagReasons }

function lookUp(path: string): unknown {
  const steps = path.split('.')
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], sources)
}

/** A text before a link and the text of the link are one text of the specification. */
function textAt(path: string, values: readonly (string | number)[]): unknown {
  const found = lookUp(path)
  if (typeof found === 'function') return (found as (...given: unknown[]) => unknown)(...values)
  if (typeof found !== 'object' || found === null) return found
  const { text, link } = found as { text: string; link: string }
  return `${text} ${link}`
}

const fillIn = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))

describe('AP10 texts prescribed by the specification are verbatim', () => {
  const cases = (prescribed as PrescribedText[]).flatMap(({ at, ...one }) => at.map((path) => ({ ...one, path })))

  it.each(cases)('$id ($source) $path says “$text”', ({ text, path, values = {} }) => {
    expect(textAt(path, Object.values(values))).toBe(fillIn(text, { product: t.common.product, ...values }))
  })
})
