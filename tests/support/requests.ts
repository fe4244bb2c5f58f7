/**
 * Random requests generated from the OpenAPI document: valid ones, ones at the limits of the schemas, and malformed ones.
 */
import fc from 'fast-check'

export type Schema = Record<string, unknown>

/** Texts that often cause errors: quotes, escapes, NUL, halves of surrogate pairs, markup, numbers that are not finite. */
export const nastyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e999',
    'NaN',
    "'",
    '"',
    '\\',
    '%',
    '%00',
    '\0',
    '\ud800',
    '\udfff',
    '../..',
    '__proto__',
    'null',
    '<script>',
    '{}',
    '[]',
    ' ',
  ),
  fc.constantFrom(
    '9'.repeat(400),
    'x'.repeat(5000),
    '\u202e',
    'a@b.c',
    'https://[::1',
    'javascript:alert(1)',
    'data:,x',
    'http://169.254.169.254/',
    "' OR 1=1 --",
    '*',
    '"a" OR b',
  ),
)

const names = fc.constantFrom(
  'title',
  'name',
  'id',
  'isAdmin',
  'privileges',
  '__proto__',
  'constructor',
  'toString',
  'length',
  'hasOwnProperty',
  '$ne',
)

/** Any JSON value. */
export const tree: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    nastyText,
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(names, tie('tree'), { maxKeys: 5 }),
  ),
})).tree

const longest = 70_000

export interface Generators {
  /** Values that the schema accepts. */
  valid(schema: Schema, name?: string): fc.Arbitrary<unknown>
  /** Values at the limits of the schema, and just beyond them. */
  edge(schema: Schema): fc.Arbitrary<unknown>
}

/** @param real returns existing values, such as ids, for a field of this name. */
export function createGenerators(definitions: Record<string, Schema>, real: (name: string) => readonly string[]): Generators {
  const resolve = (schema: Schema): Schema =>
    typeof schema.$ref === 'string' ? (definitions[schema.$ref.split('/').at(-1)!] ?? {}) : schema
  const number = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

  function text(schema: Schema): fc.Arbitrary<string> {
    if (schema.format === 'date-time')
      return fc.date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2100-01-01') }).map((date) => date.toISOString())
    if (schema.format === 'uri') return fc.webUrl()
    // fast-check does not look ahead.
    if (typeof schema.pattern === 'string' && !schema.pattern.includes('(?')) return fc.stringMatching(new RegExp(schema.pattern))
    const minLength = number(schema.minLength, 0)
    return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(number(schema.maxLength, 40), 40)) })
  }

  function valid(schemaOrRef: Schema, name = ''): fc.Arbitrary<unknown> {
    const schema = resolve(schemaOrRef)
    if ('const' in schema) return fc.constant(schema.const)
    if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
    const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
    if (choices) return fc.oneof(...choices.map((choice) => valid(choice, name)))
    switch (schema.type) {
      case 'string': {
        const exists = real(name)
        const drawn = 'example' in schema ? fc.oneof(fc.constant(schema.example), text(schema)) : text(schema)
        return exists.length === 0 ? drawn : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...exists) }, drawn)
      }
      case 'integer':
      case 'number': {
        const [min, max] = [number(schema.minimum, -1000), number(schema.maximum, 100_000)]
        return schema.type === 'integer'
          ? fc.integer({ min: Math.ceil(min), max: Math.floor(Math.min(max, Math.max(min, 2 ** 31))) })
          : fc.double({ min, max, noNaN: true })
      }
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'array':
        return fc.array(valid((schema.items ?? {}) as Schema, name), {
          minLength: number(schema.minItems, 0),
          maxLength: Math.min(number(schema.maxItems, 4), 4),
        })
      case 'object': {
        const properties = (schema.properties ?? {}) as Record<string, Schema>
        const required = (schema.required ?? []) as string[]
        const model = Object.fromEntries(Object.entries(properties).map(([key, property]) => [key, valid(property, key)]))
        return fc.record(model, { requiredKeys: required.filter((key) => key in model), noNullPrototype: true })
      }
      default:
        return tree
    }
  }

  function edge(schemaOrRef: Schema): fc.Arbitrary<unknown> {
    const schema = resolve(schemaOrRef)
    const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
    if (choices) return fc.oneof(...choices.map(edge))
    switch (schema.type) {
      case 'string': {
        const [min, max] = [number(schema.minLength, 0), number(schema.maxLength, 300)]
        return fc
          .constantFrom(min - 1, min, Math.min(max, longest), Math.min(max + 1, longest))
          .chain((length) =>
            fc.constantFrom('x', 'é', '🎵', ' ', '<b>').map((unit) => unit.repeat(Math.max(0, length)).slice(0, Math.max(0, length))),
          )
      }
      case 'integer':
      case 'number': {
        const [min, max] = [number(schema.minimum, 0), number(schema.maximum, 2 ** 31)]
        return fc.constantFrom(min - 1, min, max, max + 1, -0, 0.5, 2 ** 53, 1e308, -1e308)
      }
      case 'array':
        return fc
          .constantFrom(0, number(schema.maxItems, 100) + 1)
          .chain((length) =>
            valid((schema.items ?? {}) as Schema).map((item) => Array.from({ length: Math.min(length, 1001) }, () => item)),
          )
      default:
        return tree
    }
  }

  return { valid, edge }
}
