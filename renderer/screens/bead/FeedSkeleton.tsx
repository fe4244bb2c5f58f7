import { CardGridSkeleton } from '#ui/CardGridSkeleton.tsx'

export const FeedSkeleton = ({ count, label }: { count: number; label: string }) => (
  <CardGridSkeleton of="posts" label={label} count={count} />
)
