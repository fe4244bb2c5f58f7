/** Parses the filter expressions that Strand sends, and compares values as Meilisearch does. */
export type Fields = Record<string, unknown>
type Test = (document: Fields) => boolean

/** Like `normalize_facet` of milli: ignores case, outer spaces and compatibility forms. */
const normal = (value: unknown): string => String(value).normalize('NFKD').trim().toLowerCase()

/** Reads each attribute of a document once: a document never changes, and each search compares all of them. */
export function readOnce(read: (value: unknown) => readonly string[]): (document: Fields, attribute: string) => readonly string[] {
  const known = new WeakMap<Fields, Map<string, readonly string[]>>()
  return (document, attribute) => {
    const values = known.get(document) ?? new Map<string, readonly string[]>()
    known.set(document, values)
    const found = values.get(attribute) ?? read(document[attribute])
    values.set(attribute, found)
    return found
  }
}

const valuesOf = readOnce((value) => (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]).map(normal))

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
export function parseFilter(expression: string, filterable: readonly string[]): Test {
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
    return normal(next.text)
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
  function one(): Test {
    if (take('NOT')) {
      const inner = one()
      return (document) => !inner(document)
    }
    const attribute = tokens[at]?.text ?? ''
    if (!filterable.includes(attribute)) throw new Error(`Attribute \`${attribute}\` is not filterable.`)
    at += 1
    if (take('=')) {
      const operand = value()
      return (document) => valuesOf(document, attribute).includes(operand)
    }
    if (take('IN')) {
      const operands = new Set(list())
      return (document) => valuesOf(document, attribute).some((each) => operands.has(each))
    }
    if (take('STARTS', 'WITH')) {
      const operand = value()
      return (document) => valuesOf(document, attribute).some((each) => each.startsWith(operand))
    }
    if (take('IS', 'NOT', 'EMPTY')) return (document) => valuesOf(document, attribute).length > 0
    throw new Error(`Was expecting an operation in ${expression}`)
  }
  const tests = [one()]
  while (take('AND')) tests.push(one())
  if (at < tokens.length) throw new Error(`Found unexpected characters in ${expression}`)
  return (document) => tests.every((test) => test(document))
}
