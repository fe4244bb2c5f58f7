/**
 * How far an index is, as documents of the index itself, so that no swap and no crash can part the two. Searches never
 * find them: each asks for a type.
 *
 * The state says which generation this is, of which version and database, and where it began. A write notes its position under the
 * name of the generation that it found. A write that was meant for the old generation and comes to the new one, which
 * was swapped in meanwhile, is a note that nobody reads, and not the claim that it has seen what it has not.
 */
import { SearchUnavailable } from '../port.ts'
import { codeOf, Refused, type Connection } from './client.ts'
import { version } from './settings.ts'

export const stateType = 'state'

export interface StateDocument {
  key: string
  type: typeof stateType
  generation: string
  position: number
  /** These only where a generation says of itself what it is. */
  version?: number
  /** Id of the database that it was built from. */
  database?: string
}

const stateKey = 'state'

export const stateOf = (generation: string, position: number, database: string): StateDocument => ({
  key: stateKey,
  type: stateType,
  generation,
  position,
  version,
  database,
})

export const noteOf = (generation: string, position: number): StateDocument => ({
  key: `${stateKey}-${generation}`,
  type: stateType,
  generation,
  position,
})

export interface State {
  generation: string
  position: number
  version: number | undefined
  database: string | undefined
}

/** What Meilisearch says where the index has our name and not our settings: it is another's, or was made by a write that found none. */
const strangers = ['invalid_search_filter', 'invalid_search_sort', 'invalid_document_filter', 'index_primary_key_no_candidate_found']
export const isStranger = (error: unknown): boolean =>
  error instanceof Refused && error.code !== undefined && strangers.includes(error.code)
export const isMissing = (error: unknown): boolean => error instanceof SearchUnavailable && codeOf(error.cause) === 'index_not_found'

/** One for each generation that was written to, and the state itself. */
const mostStates = 1000

/** Null where the index was never built. */
export async function readState(connection: Connection, uid: string): Promise<State | null> {
  try {
    const { results } = await connection.ask(
      (client) => client.index<StateDocument>(uid).getDocuments({ filter: `type = "${stateType}"`, limit: mostStates }),
      'quick',
    )
    return stateIn(results)
  } catch (error) {
    if (isStranger(error) || isMissing(error)) return null
    throw error
  }
}

/** Null where these are not the documents of an index that was built whole. */
function stateIn(documents: readonly StateDocument[]): State | null {
  const state = documents.find(({ key }) => key === stateKey)
  if (!state) return null
  const note = documents.find(({ key }) => key === `${stateKey}-${state.generation}`)
  return { generation: state.generation, position: note?.position ?? state.position, version: state.version, database: state.database }
}
