import type { MemberRef, Post } from '#contract/schemas.ts'
import { useListing } from '#data/index.ts'
import { useCollectorsInfiniteQuery } from '#data/comments.ts'
import { t } from '#texts/index.ts'
import { MembersDialog } from './MembersDialog.tsx'

const uidOf = ({ uid }: MemberRef): string => uid

/** Members who collected a post, latest first (H1). */
export default function Collectors({ post, onClose }: { post: Post; onClose: () => void }) {
  const list = useListing<MemberRef>(useCollectorsInfiniteQuery({ params: { id: post.id }, query: {} }), uidOf)
  return <MembersDialog title={t.postActs.collectorsOf(post.title)} list={list} empty={t.postActs.noCollectors} onClose={onClose} />
}
