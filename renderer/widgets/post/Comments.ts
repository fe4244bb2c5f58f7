import { lazyComponent } from '#ui/lazyComponent.tsx'

/** The comments of a post. Lazy, as most posts of a list stay closed. */
export const Comments = lazyComponent(() => import('./CommentSection.tsx'))
