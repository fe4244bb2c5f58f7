import { Link } from 'wouter'
import { useBeadQuery, useMe } from '#data/index.ts'
import type { QueueItem } from '#player/index.ts'
import { BeadTile } from '#ui/BeadTile.tsx'
import { Image } from '#ui/Image.tsx'
import { FollowButton } from '../follow/index.ts'
import styles from './PlaylistLine.module.css'

/** The post's playlist: picture, title, follow button. */
export function PlaylistLine({ bead }: { bead: QueueItem['bead'] }) {
  return (
    <div className={styles.line}>
      <span className={styles.picture}>
        <Image src={bead.image} alt="" ratio="1/1" seed={bead.id} glyph={<BeadTile seed={bead.id} />} />
      </span>
      <Link href={`/${bead.id}`} className={styles.title} title={bead.title}>
        {bead.title}
      </Link>
      <MiniFollow bead={bead} />
    </div>
  )
}

function MiniFollow({ bead: { id, title } }: { bead: QueueItem['bead'] }) {
  const { me } = useMe()
  const { data } = useBeadQuery({ params: { id } }, { skip: me === null })
  // Until the creator is known the playlist may be the member's own.
  if (me && !data) return null
  return <FollowButton kind="bead" id={id} name={title} size="mini" creator={data?.creator.uid} />
}
