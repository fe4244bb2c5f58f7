import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Filled } from '#ui/Filled.tsx'

interface ProvenanceProps {
  post: Pick<Post, 'creator' | 'originalPost'>
  className?: string | undefined
  /** Label for posts that are not reposts: "Added by". */
  by?: string
  /** Shown after the author's name. */
  mark?: ReactNode
}

/** Who added a post; for a repost, also who added the original, its "finder" (BY23). */
export function Provenance({ post: { creator, originalPost }, className, by, mark }: ProvenanceProps) {
  const poster = (
    <>
      <Link href={`/p/${creator.uid}`} className={className}>
        {creator.name}
      </Link>
      {mark}
    </>
  )
  if (!originalPost)
    return (
      <>
        {by !== undefined && `${by} `}
        {poster}
      </>
    )
  const { creator: finder } = originalPost
  const found = finder ? (
    <Link href={`/p/${finder.uid}`} className={className}>
      {finder.name}
    </Link>
  ) : (
    t.post.deletedMember
  )
  return <Filled text={t.post.provenance} places={{ finder: found, poster }} />
}
