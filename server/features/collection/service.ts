export { addCollected, refreshCollected, removeCollected } from './collectedPosts.ts'
export { markOf, marksOf } from './tagFingerprints.ts'
