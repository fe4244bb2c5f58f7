import { failureMessage, failureTitle, isFailure, usePostInBeadQuery, usePostQuery } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { usePageTitle } from '#ui/page.ts'
import { ErrorState } from '#ui/States.tsx'
import { BeadView, DraftHidden, LazyFeed, type FeaturedProps } from '../bead/index.ts'
import { DetailSkeleton, PostDetail } from '#widgets/post/index.ts'

const PostNotFound = lazyComponent(() => import('./PostNotFound.tsx'))

/** `/{bead}/{post}`: a playlist with this post at its top. `/{post}`: the post, and below it its playlist. */
export default function PostScreen({ id, bead }: { id: string; bead?: string }) {
  const inBead = usePostInBeadQuery({ params: { bead: bead ?? '', id } }, { skip: bead === undefined })
  const standalone = usePostQuery({ params: { id } }, { skip: bead !== undefined })
  const { currentData: post, error, refetch } = bead === undefined ? standalone : inBead
  usePageTitle(post?.title ?? (error && failureTitle(error, t.post.notFoundTitle)))

  if (!post && error) {
    if (isFailure(error) && error.status === 403) return <DraftHidden />
    if (isFailure(error) && error.status === 404) return <PostNotFound />
    return <ErrorState level={1} message={failureMessage(error)} onRetry={() => void refetch()} />
  }
  const beadId = bead ?? post?.bead.id
  if (beadId === undefined) return <DetailSkeleton />
  return <BeadView id={beadId} feed={LazyFeed} featured={{ post, as: Featured }} lead={bead === undefined ? 'post' : 'bead'} />
}

/** The post; a placeholder while it loads. */
const Featured = ({ post, ...rest }: FeaturedProps) => (post ? <PostDetail post={post} {...rest} /> : <DetailSkeleton />)
