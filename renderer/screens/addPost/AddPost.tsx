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

/** The wizard in which a post is made, changed or passed on. Each opening begins anew, or with what was not sent. */
export default function AddPost({ request, onClose }: AddPostProps) {
  const [turn, setTurn] = useState(0)
  // While it fades it still shows what it was opened for; then nothing of it stays, for the next opening reads everything anew.
  const [shown, setShown] = useState(request)
  if (request && shown !== request) {
    setShown(request)
    setTurn(turn + 1)
  }
  // Whose it is: a session may end under it.
  const { me } = useMe()
  const [maker, setMaker] = useState(me)
  if (me && maker !== me) setMaker(me)
  if (!shown || !maker) return null
  const key = `${turn} ${maker.uid}`
  const open = request !== null
  const window = { open, onClose, onClosed: () => setShown(null) }
  const of = shown.edit ?? shown.repost
  if (of !== null) return <OfPost key={key} id={of} mode={shown.edit === null ? 'repost' : 'edit'} me={maker} {...window} />
  if (shown.bead !== null) return <InBead key={key} id={shown.bead} link={shown.link} me={maker} {...window} />
  return <Wizard key={key} mode="add" me={maker} bead={null} post={null} link={shown.link} {...window} />
}

type Window = Pick<Parameters<typeof Wizard>[0], 'me' | 'open' | 'onClose' | 'onClosed'>

function InBead({ id, link, ...rest }: Window & { id: string; link: string | null }) {
  const { data: bead, error, refetch } = useBeadQuery({ params: { id } })
  if (!bead) return <Waiting {...rest} title={t.wizard.titles.add} error={error} retry={() => void refetch()} />
  return <Wizard mode="add" bead={bead} post={null} link={link} {...rest} />
}

/** As it is now: a card may show what it was, and so may an answer to what was asked before. */
function OfPost({ id, mode, ...rest }: Window & { id: string; mode: 'edit' | 'repost' }) {
  const { data, isFetching, fulfilledTimeStamp = 0, error, refetch } = usePostQuery({ params: { id } }, { refetchOnMountOrArgChange: true })
  const [opened] = useState(Date.now)
  const [post, setPost] = useState<Post | null>(null)
  if (!post && data && fulfilledTimeStamp >= opened) setPost(data)
  if (!post) return <Waiting {...rest} title={t.wizard.titles[mode]} error={isFetching ? null : error} retry={() => void refetch()} />
  return <Wizard mode={mode} bead={mode === 'edit' ? post.bead : null} post={post} link={null} {...rest} />
}

const Waiting = ({ open, title, error, retry, onClose, onClosed }: Window & { title: string; error: unknown; retry: () => void }) => (
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
