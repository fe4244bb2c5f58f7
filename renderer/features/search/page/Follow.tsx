import type { Intent } from '../../../app/api/index.ts'
import { useFollowedMember, useFollowedTag, type Toggle } from '../../../app/api/relations.ts'
import { FollowLook } from './FollowButton.tsx'

interface FollowProps {
  name: string
  follow: Extract<Intent, { type: 'followmember' | 'followtag' }>
  size: 'small' | 'medium' | undefined
}

/** A member's own: what it follows already, and following it or no more. */
export function Follow({ follow: { type, id }, ...look }: FollowProps) {
  return type === 'followtag' ? <OfTag id={id} {...look} /> : <OfMember id={id} {...look} />
}

type Look = Omit<FollowProps, 'follow'> & { id: string }

const OfTag = ({ id, ...look }: Look) => <Shown followed={useFollowedTag(id)} {...look} />
const OfMember = ({ id, ...look }: Look) => <Shown followed={useFollowedMember(id)} {...look} />

const Shown = ({ followed: { on, toggle }, ...look }: Omit<FollowProps, 'follow'> & { followed: Toggle }) => (
  <FollowLook {...look} on={on} onClick={() => toggle?.()} />
)
