import { lazy, Suspense } from 'react'
import { Check, Plus } from 'lucide-react'
import { useIntent, useMe, type Intent } from '../../../app/api/index.ts'
import { t } from '../../../texts/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'

type Followed = Extract<Intent, { type: 'followmember' | 'followtag' }>

interface FollowButtonProps {
  name: string
  follow: Followed
  size?: 'small' | 'medium'
}

/** Only who is signed in follows anything: a visitor's page does without the code that knows it. */
const Follow = lazy(() => import('./Follow.tsx').then(({ Follow }) => ({ default: Follow })))

export function FollowButton({ name, follow, size }: FollowButtonProps) {
  const { me } = useMe()
  const intend = useIntent()
  const visitors = <FollowLook name={name} on={false} size={size} onClick={() => intend(follow)} />
  return me === null ? visitors : <Suspense fallback={visitors}><Follow key={me.uid} name={name} follow={follow} size={size} /></Suspense>
}

export const FollowLook = ({ name, on, size, onClick }: { name: string; on: boolean; size: 'small' | 'medium' | undefined; onClick: () => void }) => (
  <Button
    size={size}
    icon={<Icon as={on ? Check : Plus} size={size === 'small' ? 18 : 20} />}
    aria-label={on ? t.search.followingName(name) : t.search.followName(name)}
    aria-pressed={on}
    onClick={onClick}
  >
    {on ? t.search.following : t.search.follow}
  </Button>
)
