import * as abstracts from './abstracts.ts'
import * as landscapes from './landscapes.ts'
import type { Motif } from './landscapes.ts'
import * as things from './things.ts'

const { mix: _mix, ...places } = landscapes
export const motifs = { ...places, ...abstracts, ...things } satisfies Record<string, Motif>
export type MotifName = keyof typeof motifs
export const motifNames = Object.keys(motifs) as MotifName[]
