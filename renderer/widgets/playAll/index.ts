/** Playing a whole list, for the screens that show one: apart from posts, so that they need no code of those. */
export { PlayAll } from './PlayAll.tsx'
export { activitySource, feedSource, postsSource, searchSource } from './sources.ts'
export { useAutoplay } from './useAutoplay.ts'
export { usePlaySource, type PlaySource } from './usePlaySource.ts'
