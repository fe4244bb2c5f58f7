/** Playing a whole list. Separate from post widgets, so that list pages do not load their code. */
export { PlayAll } from './PlayAll.tsx'
export { activitySource, feedSource, postsSource, searchSource } from './sources.ts'
export { useAutoplay } from './useAutoplay.ts'
export { usePlaySource, type PlaySource } from './usePlaySource.ts'
