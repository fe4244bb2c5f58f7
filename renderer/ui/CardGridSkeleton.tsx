import { CardSkeleton } from './Card.tsx'
import { Grid } from './Grid.tsx'
import { SkeletonGroup, SkeletonItems } from './Skeleton.tsx'

/** Placeholder for a grid of cards. */
export const CardGridSkeleton = ({ of, label, count }: { of: 'beads' | 'posts'; label: string; count: number }) => (
  <SkeletonGroup label={label}>
    <Grid of={of}>
      <SkeletonItems count={count}>
        <li>
          <CardSkeleton ratio={of === 'beads' ? '1/1' : '16/9'} />
        </li>
      </SkeletonItems>
    </Grid>
  </SkeletonGroup>
)
