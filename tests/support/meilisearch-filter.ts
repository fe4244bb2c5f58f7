/** Parses the filter expressions that Strand sends, and compares values as Meilisearch does. */
import { normalized, readOnce, valuesIn, type Documents, type Fields } from './meilisearch-documents.ts'

export interface Filter {
  accepts(document: Fields): boolean
  /** An attribute and a value that an accepted document has, if the filter names one. */
  equals?: [attribute: string, value: string] | undefined
}

/** A filter for documents that all filters accept. */
export const allOf = (filters: readonly Filter[]): Filter => ({
  accepts: (document) => filters.every((filter) => filter.accepts(document)),
  equals: filters.find(({ equals }) => equals)?.equals,
})

/** The accepted documents, in stored order. */
export const select = (documents: Documents, { accepts, equals }: Filter): Fields[] =>
  (equals ? documents.withValue(...equals) : [...documents.values()]).filter(accepts)

const valuesOf = readOnce(valuesIn)

const token = /\s*(?:"((?:\\.|[^"\\])*)"|([A-Za-z_]\w*)|([=[\],]))\s*/y

function tokensOf(expression: string): { text: string; quoted: boolean }[] {
  const tokens = []
  token.lastIndex = 0
  while (token.lastIndex < expression.length) {
    const at = token.lastIndex
    const found = token.exec(expression)
    if (!found) throw new Error(`Was expecting an operation at ${at} of ${expression}`)
    const [, quoted, word, sign] = found
    tokens.push({ text: quoted?.replace(/\\(.)/g, '$1') ?? word ?? sign ?? '', quoted: quoted !== undefined })
  }
  return tokens
}

/** Throws if the expression is invalid or contains an attribute that is not filterable. */
export function parseFilter(expression: string, filterable: readonly string[]): Filter {
  const tokens = tokensOf(expression)
  let at = 0
  const take = (...expected: string[]): boolean => {
    if (!expected.every((text, n) => tokens[at + n]?.text === text && !tokens[at + n]?.quoted)) return false
    at += expected.length
    return true
  }
  const value = (): string => {
    const next = tokens[at]
    if (!next?.quoted) throw new Error(`Was expecting a value in ${expression}`)
    at += 1
    return normalized(next.text)
  }
  const list = (): string[] => {
    if (!take('[')) throw new Error(`Was expecting a list in ${expression}`)
    const values = []
    while (!take(']')) {
      values.push(value())
      take(',')
    }
    return values
  }
  function one(): Filter {
    if (take('NOT')) {
      const inner = one()
      return { accepts: (document) => !inner.accepts(document) }
    }
    const attribute = tokens[at]?.text ?? ''
    if (!filterable.includes(attribute)) throw new Error(`Attribute \`${attribute}\` is not filterable.`)
    at += 1
    if (take('=')) {
      const operand = value()
      return { accepts: (document) => valuesOf(document, attribute).includes(operand), equals: [attribute, operand] }
    }
    if (take('IN')) {
      const operands = new Set(list())
      return { accepts: (document) => valuesOf(document, attribute).some((each) => operands.has(each)) }
    }
    if (take('STARTS', 'WITH')) {
      const operand = value()
      return { accepts: (document) => valuesOf(document, attribute).some((each) => each.startsWith(operand)) }
    }
    if (take('IS', 'NOT', 'EMPTY')) return { accepts: (document) => valuesOf(document, attribute).length > 0 }
    throw new Error(`Was expecting an operation in ${expression}`)
  }
  const filters = [one()]
  while (take('AND')) filters.push(one())
  if (at < tokens.length) throw new Error(`Found unexpected characters in ${expression}`)
  return allOf(filters)
}
