import { Link } from 'wouter'
import { useBeadQuery, useIntent, useMe } from '../../app/api/index.ts'
import { useFollowed } from '../../app/api/relations.ts'
import type { QueueItem } from '../../player/index.ts'
import { t } from '../../texts/index.ts'
import { BeadTile } from '../../ui/BeadTile.tsx'
import { Button } from '../../ui/Button.tsx'
import { Image } from '../../ui/Image.tsx'
import styles from './PlaylistLine.module.css'

/** The playlist that the post is in: its picture, its title, and whether one follows it. */
export function PlaylistLine({ bead }: { bead: QueueItem['bead'] }) {
  return (
    <div className={styles.line}>
      <span className={styles.picture}><Image src={bead.image} alt="" ratio="1/1" seed={bead.id} glyph={<BeadTile seed={bead.id} />} /></span>
      <Link href={`/${bead.id}`} className={styles.title} title={bead.title}>{bead.title}</Link>
      <MiniFollow bead={bead} />
    </div>
  )
}

function MiniFollow({ bead }: { bead: QueueItem['bead'] }) {
  const { me } = useMe()
  const { on, toggle } = useFollowed(bead.id)
  const { data } = useBeadQuery({ params: { id: bead.id } }, { skip: me === null })
  const intend = useIntent()
  // Nobody follows what they make themselves.
  if (me && data?.creator.uid === me.uid) return null
  return (
    <Button
      size="small"
      kind={on ? 'plain' : 'quiet'}
      aria-label={on ? t.player.followingNamed(bead.title) : t.player.followNamed(bead.title)}
      title={toggle ? undefined : t.player.followSignIn}
      onClick={toggle ?? (() => intend({ type: 'followbead', id: bead.id }))}
    >
      {on ? t.player.following : t.player.follow}
    </Button>
  )
}
