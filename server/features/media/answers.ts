/** Parses answers of other services as untrusted input. */
import { Parser } from 'htmlparser2'
import { z } from 'zod'
import { limits, tidy } from '#contract/index.ts'
import { parseJson } from '#http/json.ts'
import type { SafeAnswer } from './safe-fetch.ts'

/** Maximum values in an answer. The largest known answers list thousands of files of one item. */
const maxValues = 50_000
/** Maximum entries read per list. */
const maxEntries = 2_000

/** Rejects invalid JSON, and JSON with too many values. */
export const jsonOf = (body: Buffer): Promise<unknown> => parseJson(body.toString('utf8'), maxValues)

type QueryParameters = Readonly<Record<string, string | number | readonly string[]>>

/** Queries a service. Rejects on network errors and unexpected answers. */
export type QueryService = <T extends z.ZodType>(address: string, question: QueryParameters, shape: T) => Promise<z.output<T>>

export const createQueryService =
  (get: (href: string) => Promise<SafeAnswer>): QueryService =>
  async (address, question, shape) => {
    const url = new URL(address)
    for (const [name, value] of Object.entries(question)) {
      if (typeof value === 'object') value.forEach((one) => url.searchParams.append(name, one))
      else url.searchParams.set(name, String(value))
    }
    const { body } = await get(url.href)
    return shape.parse(await jsonOf(body))
  }

/** A list that skips invalid entries. */
export const lenientList = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .transform((entries) => entries.slice(0, maxEntries).flatMap((entry) => item.safeParse(entry).data ?? []) as z.output<T>[])

/** Services differ in whether numbers and ids are strings. */
export const number = z.coerce.number().int().nonnegative().catch(0)
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '')
  .catch('')
export const idText = z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(100))

/** The text content of HTML. */
export function wordsOf(html: string): string {
  let text = ''
  const parser = new Parser({ ontext: (part) => (text += part) })
  parser.end(html.slice(0, 5000))
  return tidy(text)
}

/** An http(s) URL that may be linked; undefined otherwise. */
export function pageAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return (protocol === 'https:' || protocol === 'http:') && href.length <= limits.url ? href : undefined
}
