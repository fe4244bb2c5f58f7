import { CardSkeleton } from '#ui/Card.tsx'
import { Grid } from '#ui/Grid.tsx'
import { SkeletonGroup } from '#ui/Skeleton.tsx'

export const FeedSkeleton = ({ count, label }: { count: number; label: string }) => (
  <SkeletonGroup label={label}>
    <Grid of="posts">
      {Array.from({ length: count }, (_, n) => (
        <li key={n}>
          <CardSkeleton />
        </li>
      ))}
    </Grid>
  </SkeletonGroup>
)
