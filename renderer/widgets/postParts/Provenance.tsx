import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Post } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { Filled } from '#ui/Filled.tsx'

interface ProvenanceProps {
  post: Pick<Post, 'creator' | 'originalPost'>
  className?: string | undefined
  /** Said of a post that is nobody else's: "Added by". */
  by?: string
  /** After the name of who posted it. */
  mark?: ReactNode
}

/** Who a post comes from; of a repost, who found it and who reposted it (BY23). */
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
    t.post.somebodyGone
  )
  return <Filled text={t.post.provenance} places={{ finder: found, poster }} />
}
