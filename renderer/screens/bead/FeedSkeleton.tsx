import { CardGridSkeleton } from '#ui/CardGridSkeleton.tsx'

/** Placeholder for `count` posts of the list. */
export const FeedSkeleton = ({ count, label }: { count: number; label: string }) => (
  <CardGridSkeleton of="posts" label={label} count={count} />
)
