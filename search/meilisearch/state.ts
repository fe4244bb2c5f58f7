/**
 * How far an index is, as documents of the index itself, so that no swap and no crash can part the two. Searches never
 * find them: each asks for a type.
 *
 * The state says which generation this is, of which version, and where it began. A write notes its position under the
 * name of the generation that it found. A write that was meant for the old generation and comes to the new one, which
 * was swapped in meanwhile, is a note that nobody reads, and not the claim that it has seen what it has not.
 */
import { version } from './settings.ts'

export const stateType = 'state'

export interface StateDocument {
  key: string
  type: typeof stateType
  generation: string
  position: number
  /** Only where a generation says of itself what it is. */
  version?: number
}

const stateKey = 'state'

export const stateOf = (generation: string, position: number): StateDocument => ({ key: stateKey, type: stateType, generation, position, version })

export const noteOf = (generation: string, position: number): StateDocument => ({
  key: `${stateKey}-${generation}`,
  type: stateType,
  generation,
  position,
})

export interface Followed {
  generation: string
  position: number
}

/** Null where these are not the documents of an index that was built whole, of this version. */
export function followedOf(documents: readonly StateDocument[]): Followed | null {
  const state = documents.find(({ key }) => key === stateKey)
  if (state?.version !== version) return null
  const note = documents.find(({ key }) => key === `${stateKey}-${state.generation}`)
  return { generation: state.generation, position: note?.position ?? state.position }
}
