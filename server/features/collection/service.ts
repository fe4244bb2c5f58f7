/** What other features use of the table `collected`. Its filters and counts are read by the feature `posts`. */
export { addCollected, refreshCollected, removeCollected } from './collectedPosts.ts'
export { fingerprintOf, fingerprintsOf } from './tagFingerprints.ts'
