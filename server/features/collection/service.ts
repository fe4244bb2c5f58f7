export { addCollected, refreshCollected, removeCollected } from './collectedPosts.ts'
export { fingerprintOf, fingerprintsOf } from './tagFingerprints.ts'
