import { useMemo } from 'react'
import type { Comment, MemberRef } from '#contract/schemas.ts'
import { toListing } from '#data/index.ts'
import { useLikersInfiniteQuery } from '#data/comments.ts'
import { t } from '#texts/index.ts'
import { MembersDialog } from './MembersDialog.tsx'

/** Members who like a comment, latest first (G3). */
export default function Likers({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const query = useLikersInfiniteQuery({ params: { id: comment.id }, query: {} })
  const pages = query.currentData?.pages
  const members = useMemo<MemberRef[]>(() => pages?.flatMap(({ results }) => results.map(({ creator }) => creator)) ?? [], [pages])
  return <MembersDialog title={t.comments.likers} list={toListing(query, members)} empty={t.comments.noLikes} onClose={onClose} />
}
