import type { ComponentProps } from 'react'
import { t } from '#texts/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'

const CommentSection = lazyComponent(() => import('./CommentSection.tsx'))

/** The comments of a post. The code is loaded when they are first shown. */
export const Comments = (props: ComponentProps<typeof CommentSection>) => (
  <CommentSection
    {...props}
    fallback={
      <SkeletonGroup label={t.post.loadingComments}>
        <Skeleton height="10rem" />
      </SkeletonGroup>
    }
  />
)
