export { addCollected, refreshCollected, removeCollected } from './ledger.ts'
export { markOf, marksOf } from './marks.ts'
