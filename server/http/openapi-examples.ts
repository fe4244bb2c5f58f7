/**
 * Examples for the OpenAPI document, generated from the JSON schemas: a schema's own value (`.meta({ example })`, a constant, the first
 * of an enumeration) takes precedence over one that fits its type.
 */
import { formatId, idPattern, type IdKind } from '#contract/ids.ts'

export type Json = Record<string, unknown>

/** Sample values by property name. */
const samples: Readonly<Record<string, string>> = {
  title: 'Sunday slow',
  name: 'Robin Vale',
  description: 'Quiet songs for a slow morning',
  text: 'Lovely find!',
  email: 'robin@example.org',
  password: 'correct horse',
  newPassword: 'battery staple',
  uid: 'robin.vale',
  username: 'robin.vale',
  city: 'Bristol',
  country: 'England',
  tag: 'Jazz',
  tags: 'Jazz',
  q: 'jazz',
  query: 'jazz',
  source: 'YouTube',
  artist: 'Ann Lee',
  author: 'Ann Lee',
  artists: 'Ann Lee',
  format: 'video/mp4',
  bead: 'b0mwq8lds00000000z',
  category: 'music',
  p256dh: `B${'A'.repeat(86)}`,
  auth: 'A'.repeat(22),
  href: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  image: '/images/beads/1.jpg',
}

const instant = '2026-11-21T10:00:00.000Z'
const formats: Readonly<Record<string, string>> = {
  'date-time': instant,
  date: instant.slice(0, 10),
  uri: 'https://example.org/',
  email: 'robin@example.org',
  uuid: '3f2b8c1e-5d4a-4f6b-8a9c-0d1e2f3a4b5c',
}

const ids: readonly [pattern: string, id: string][] = (['bead', 'post', 'comment'] as const).map((kind: IdKind) => [
  idPattern(kind).source,
  formatId(kind, Date.parse(instant), '0000000z'),
])

/** Hexadecimal digits in the required number, for digests and keys. */
const digits = (pattern: unknown): string | undefined => {
  const [, length] = /^\^\[0-9a-f\]\{(\d+)\}\$$/.exec(String(pattern)) ?? []
  return length === undefined ? undefined : '0f'.repeat(Number(length) / 2)
}

function textOf({ format, pattern, minLength = 0, maxLength = Infinity }: Json, name: string): string {
  const known = digits(pattern) ?? formats[String(format)] ?? ids.find(([source]) => source === pattern)?.[1] ?? samples[name] ?? 'text'
  return known.slice(0, Number(maxLength)).padEnd(Number(minLength), 'x')
}

function numberOf({ minimum, exclusiveMinimum, maximum }: Json): number {
  const least = Number(exclusiveMinimum ?? -1) + 1
  return Math.min(Math.max(least, Number(minimum ?? least), 1), Number(maximum ?? Infinity))
}

/** @param definitions the targets of `$ref`, by their full path. */
export function exampleOf(schema: Json, definitions: ReadonlyMap<string, Json>, name = ''): unknown {
  const inner = (other: unknown, called = name): unknown => exampleOf(other as Json, definitions, called)
  if ('example' in schema) return schema.example
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (typeof schema.$ref === 'string') return inner(definitions.get(schema.$ref) ?? {})
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return inner(choices.find(({ type }) => type !== 'null') ?? {})
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((part) => inner(part)))
  switch (schema.type) {
    case 'string':
      return 'default' in schema && samples[name] === undefined ? schema.default : textOf(schema, name)
    case 'number':
    case 'integer':
      return 'default' in schema ? schema.default : numberOf(schema)
    case 'boolean':
      return schema.default ?? true
    case 'array':
      return schema.maxItems === 0 ? [] : Array.from({ length: Math.max(1, Number(schema.minItems ?? 1)) }, () => inner(schema.items ?? {}))
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([key, value]) => [key, inner(value, key)]),
      )
    default:
      return schema.default ?? null
  }
}
