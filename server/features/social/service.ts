export { blockersOf, exceptBlocked, exceptMuted, ignores, refuseBlocked } from './aversions.ts'
export { relationTypes, type RelationType } from './entities.ts'
