import { useState, type MouseEvent } from 'react'
import { useIntent, useMe, useSite, type Intent } from '#data/index.ts'
import type { FollowKind } from '#data/relations.ts'
import { t } from '#texts/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { Followed } from './Follow.tsx'
import { FollowButtonView, type FollowSize } from './FollowButtonView.tsx'
import { pressedBy, type PressedBy } from './press.ts'

export interface FollowButtonProps {
  kind: FollowKind
  /** A member's uid, a playlist's id, a tag as it is written. */
  id: string
  /** What is followed, in words. */
  name: string
  size?: FollowSize
  /** What the page calls for (B7 `cta.type`). */
  primary?: boolean | undefined
  /** It is one of several in a list. */
  listed?: boolean
  /** Of a playlist, where it is known: nobody follows what they make themselves. */
  creator?: string | undefined
}

/** Only who is signed in follows anything: a visitor's page does without the code that knows it. */
const Follow = lazyComponent(() => import('./Follow.tsx').then(({ Follow }) => ({ default: Follow })))

/** Follows a member, a playlist or a tag (W1); a visitor is asked to sign in first, and then follows it. */
export function FollowButton(props: FollowButtonProps) {
  const { kind, id, name, size, primary, creator } = props
  const { me } = useMe()
  const { readOnly } = useSite()
  const intend = useIntent()
  /** Null as long as the code that knows it is not there. */
  const [followed, setFollowed] = useState<Followed | null>(null)
  /** What a member pressed before its code was there. */
  const [early, setEarly] = useState<{ id: string; by: PressedBy } | null>(null)
  if (readOnly || (me && me.uid === (kind === 'member' ? id : creator))) return null
  const intent: Intent = { type: kind === 'tag' ? 'followtag' : kind === 'member' ? 'followmember' : 'followbead', id }
  const onClick = (event: MouseEvent) => {
    if (me) setEarly({ id, by: pressedBy(event) })
    intend(intent)
  }
  // A mouse that is gone before the code is there leaves no more.
  const onPointerLeave = () => setEarly((before) => before && { ...before, by: 'other' })
  return (
    <>
      <FollowButtonView
        name={name}
        state="off"
        size={size}
        primary={primary}
        title={me ? undefined : invitation(props)}
        onClick={onClick}
        onPointerLeave={onPointerLeave}
        {...followed}
      />
      {me && <Follow key={`${me.uid} ${id}`} kind={kind} id={id} early={early?.id === id ? early.by : null} show={setFollowed} />}
    </>
  )
}

/** What a visitor is asked (W7). */
function invitation({ kind, name, size, listed }: FollowButtonProps): string {
  if (kind !== 'bead') return t.follow.signInName(name)
  return listed ? t.follow.signInPlaylists : size ? t.follow.signInBead : t.follow.signInPlaylist
}
