import { useState, type MouseEvent } from 'react'
import { useIntent, useMe, useSite, type Intent } from '#data/index.ts'
import type { FollowKind } from '#data/relations.ts'
import { t } from '#texts/index.ts'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { MemberButtonProps } from './Follow.tsx'
import { FollowButtonView, type FollowSize } from './FollowButtonView.tsx'
import { pressedBy, type PressedBy } from './pressedBy.ts'

export interface FollowButtonProps {
  kind: FollowKind
  /** Uid of a member, id of a playlist, or name of a tag. */
  id: string
  /** Name for accessible labels. */
  name: string
  size?: FollowSize
  /** The page's primary action (B7 `cta.type`). */
  primary?: boolean | undefined
  /** One of several in a list: visitors get a tooltip that fits a list. */
  listed?: boolean
  /** Creator of the playlist if known: members cannot follow their own playlists. */
  creator?: string | undefined
}

/** Loaded for signed-in members only. */
const Follow = lazyComponent(() => import('./Follow.tsx').then(({ Follow }) => ({ default: Follow })))

/** Follows a member, playlist or tag (W1); visitors sign in first, then the follow is executed. */
export function FollowButton(props: FollowButtonProps) {
  const { kind, id, name, size, primary, creator } = props
  const { me } = useMe()
  const { readOnly } = useSite()
  const intend = useIntent()
  /** Null until `Follow` has loaded. */
  const [memberProps, setMemberProps] = useState<MemberButtonProps | null>(null)
  /** A press before `Follow` had loaded. */
  const [initialPress, setInitialPress] = useState<{ id: string; by: PressedBy } | null>(null)
  if (readOnly || (me && me.uid === (kind === 'member' ? id : creator))) return null
  const intent: Intent = { type: kind === 'tag' ? 'followtag' : kind === 'member' ? 'followmember' : 'followbead', id }
  // Used by visitors, and by members until `Follow` has loaded.
  const onClick = (event: MouseEvent) => {
    if (me) setInitialPress({ id, by: pressedBy(event) })
    intend(intent)
  }
  // The pointer left before the code loaded, so no pointerleave will end the "Followed" state.
  const onPointerLeave = () => setInitialPress((press) => press && { ...press, by: 'other' })
  return (
    <>
      <FollowButtonView
        name={name}
        state="off"
        size={size}
        primary={primary}
        title={me ? undefined : signInTitle(props)}
        onClick={onClick}
        onPointerLeave={onPointerLeave}
        {...memberProps}
      />
      {me && (
        <Follow
          key={`${me.uid} ${id}`}
          kind={kind}
          id={id}
          initialPress={initialPress?.id === id ? initialPress.by : null}
          setButtonProps={setMemberProps}
        />
      )}
    </>
  )
}

/** Tooltip for visitors (W7). */
function signInTitle({ kind, name, size, listed }: FollowButtonProps): string {
  if (kind !== 'bead') return t.follow.signInName(name)
  return listed ? t.follow.signInPlaylists : size ? t.follow.signInBead : t.follow.signInPlaylist
}
