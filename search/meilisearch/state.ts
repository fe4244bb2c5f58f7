/**
 * The position of an index is stored as documents of the index itself, so that a swap or crash cannot separate the two. Searches
 * exclude them, because each filters by type.
 *
 * The state document contains generation, version, database and initial position. Each write stores its position in a note under the
 * name of the generation that it read. If a swap happens in between, the note has the name of the old generation and is ignored, so
 * that it does not mark changes as applied that the new generation lacks.
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
  /** Only in the state document, not in notes. */
  version?: number
  /** Id of the source database. */
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

export const positionNote = (generation: string, position: number): StateDocument => ({
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

/** Error codes of an index with this uid but without these settings: of another application, or created by a write. */
const foreignIndexCodes = [
  'invalid_search_filter',
  'invalid_search_sort',
  'invalid_document_filter',
  'index_primary_key_no_candidate_found',
]
export const isForeignIndex = (error: unknown): boolean =>
  error instanceof Refused && error.code !== undefined && foreignIndexCodes.includes(error.code)
export const isMissing = (error: unknown): boolean => error instanceof SearchUnavailable && codeOf(error.cause) === 'index_not_found'

/** The state, and one note per generation that was written to. */
const maxStates = 1000

/** Null if the index was never built. */
export async function readState(connection: Connection, uid: string): Promise<State | null> {
  try {
    const { results } = await connection.ask(
      (client) => client.index<StateDocument>(uid).getDocuments({ filter: `type = "${stateType}"`, limit: maxStates }),
      'quick',
    )
    return stateIn(results)
  } catch (error) {
    if (isForeignIndex(error) || isMissing(error)) return null
    throw error
  }
}

/** Null if there is no state document: the index was not built completely. */
function stateIn(documents: readonly StateDocument[]): State | null {
  const state = documents.find(({ key }) => key === stateKey)
  if (!state) return null
  const note = documents.find(({ key }) => key === `${stateKey}-${state.generation}`)
  return { generation: state.generation, position: note?.position ?? state.position, version: state.version, database: state.database }
}
