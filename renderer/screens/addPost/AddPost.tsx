import { useState } from 'react'
import { useBeadQuery, useMe, usePostQuery, type AddPostRequest } from '#data/index.ts'
import type { Post } from '#contract/schemas.ts'
import { failureMessage } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { Wizard } from './Wizard.tsx'

interface AddPostProps {
  request: AddPostRequest | null
  onClose: () => void
}

/** The wizard that creates, edits and reposts posts. Each opening starts from an empty form or from the saved draft. */
export default function AddPost({ request, onClose }: AddPostProps) {
  const [openCount, setOpenCount] = useState(0)
  // Stays set after `request` becomes null, until the closing animation ends.
  const [lastRequest, setLastRequest] = useState(request)
  if (request && lastRequest !== request) {
    setLastRequest(request)
    setOpenCount(openCount + 1)
  }
  // The last signed-in member: if the session ends, the dialog stays open and the input is not lost.
  const { me } = useMe()
  const [author, setAuthor] = useState(me)
  if (me && author !== me) setAuthor(me)
  if (!lastRequest || !author) return null
  // Remounts the wizard for each opening and each member.
  const key = `${openCount} ${author.uid}`
  const open = request !== null
  const dialogProps = { open, onClose, onClosed: () => setLastRequest(null) }
  const postId = lastRequest.edit ?? lastRequest.repost
  if (postId !== null)
    return <PostWizard key={key} id={postId} mode={lastRequest.edit === null ? 'repost' : 'edit'} me={author} {...dialogProps} />
  if (lastRequest.bead !== null)
    return <BeadWizard key={key} id={lastRequest.bead} link={lastRequest.link} shared={lastRequest.shared} me={author} {...dialogProps} />
  return (
    <Wizard key={key} mode="add" me={author} bead={null} post={null} link={lastRequest.link} shared={lastRequest.shared} {...dialogProps} />
  )
}

type DialogProps = Pick<Parameters<typeof Wizard>[0], 'me' | 'open' | 'onClose' | 'onClosed'>

/** The wizard for a new post in a given playlist, after that is loaded. */
function BeadWizard({ id, link, shared, ...rest }: DialogProps & { id: string } & Pick<AddPostRequest, 'link' | 'shared'>) {
  const { data: bead, error, refetch } = useBeadQuery({ params: { id } })
  if (!bead) return <LoadingDialog {...rest} title={t.wizard.titles.add} error={error} retry={() => void refetch()} />
  return <Wizard mode="add" bead={bead} post={null} link={link} shared={shared} {...rest} />
}

/** The wizard for an edit or a repost. Refetches the post first: the cache may hold an older version. */
function PostWizard({ id, mode, ...rest }: DialogProps & { id: string; mode: 'edit' | 'repost' }) {
  const { data, isFetching, fulfilledTimeStamp = 0, error, refetch } = usePostQuery({ params: { id } }, { refetchOnMountOrArgChange: true })
  const [opened] = useState(Date.now)
  const [post, setPost] = useState<Post | null>(null)
  if (!post && data && fulfilledTimeStamp >= opened) setPost(data)
  if (!post) return <LoadingDialog {...rest} title={t.wizard.titles[mode]} error={isFetching ? null : error} retry={() => void refetch()} />
  return <Wizard mode={mode} bead={mode === 'edit' ? post.bead : null} post={post} link={null} shared={null} {...rest} />
}

const LoadingDialog = ({
  open,
  title,
  error,
  retry,
  onClose,
  onClosed,
}: DialogProps & { title: string; error: unknown; retry: () => void }) => (
  <Dialog open={open} size="large" title={title} onClose={onClose} onClosed={onClosed}>
    {error ? (
      <ErrorState message={failureMessage(error)} onRetry={retry} />
    ) : (
      <SkeletonGroup label={t.common.loading}>
        <Skeleton height="3rem" />
        <Skeleton height="14rem" />
      </SkeletonGroup>
    )}
  </Dialog>
)
