/** The documents of an index of the fake Meilisearch. */
export type Fields = Record<string, unknown>

export const wordsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(wordsIn)
    : String(value ?? '')
        .split(' ')
        .filter(Boolean)

/** Like `normalize_facet` of milli: ignores case, outer spaces and compatibility forms. */
export const normalized = (value: unknown): string => String(value).normalize('NFKD').trim().toLowerCase()

/** The values that filters compare. */
export const valuesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]).map(normalized)

/** Reads each attribute of a document once: a document never changes, and many searches compare it. */
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

const valueKey = (attribute: string, value: string): string => `${attribute}\0${value}`

const valueKeysOf = (document: Fields): string[] =>
  Object.entries(document).flatMap(([name, value]) => valuesIn(value).map((each) => valueKey(name, each)))

/** Documents by id, with an inverted index: the load test searches tens of thousands. */
export class Documents extends Map<string, Fields> {
  /** All words in the order of their first document. Only grows. */
  readonly words: string[] = []
  /** By word, and by `valueKey`. */
  readonly #inverted = new Map<string, Set<Fields>>()
  readonly #places = new WeakMap<Fields, number>()
  #nextPlace = 0

  override set(id: string, document: Fields): this {
    const before = this.get(id)
    if (before) this.#unlist(before)
    // Like a map, a document that replaces another keeps its place.
    this.#places.set(document, (before && this.#places.get(before)) ?? (this.#nextPlace += 1))
    for (const word of wordsIn(Object.values(document))) {
      if (!this.#inverted.has(word)) this.words.push(word)
      this.#list(word, document)
    }
    for (const key of valueKeysOf(document)) this.#list(key, document)
    return super.set(id, document)
  }

  override delete(id: string): boolean {
    const document = this.get(id)
    if (document) this.#unlist(document)
    return super.delete(id)
  }

  /** The documents that have one of the words in any attribute, in stored order. */
  withWords(words: Iterable<string>): Fields[] {
    const found = new Set<Fields>()
    for (const word of words) for (const document of this.#inverted.get(word) ?? []) found.add(document)
    return this.#inOrder(found)
  }

  /** The documents with a normalized value, in stored order. */
  withValue(attribute: string, value: string): Fields[] {
    return this.#inOrder(this.#inverted.get(valueKey(attribute, value)) ?? [])
  }

  #inOrder(documents: Iterable<Fields>): Fields[] {
    return [...documents].sort((a, b) => this.#places.get(a)! - this.#places.get(b)!)
  }

  #list(key: string, document: Fields): void {
    const listed = this.#inverted.get(key) ?? new Set()
    this.#inverted.set(key, listed.add(document))
  }

  #unlist(document: Fields): void {
    for (const key of [...wordsIn(Object.values(document)), ...valueKeysOf(document)]) this.#inverted.get(key)?.delete(document)
  }
}
