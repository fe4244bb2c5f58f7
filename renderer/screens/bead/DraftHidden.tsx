import { Lock } from 'lucide-react'
import { useDispatch } from 'react-redux'
import { authOpened, useMe } from '#data/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { DiscoverLink, EmptyState } from '#ui/States.tsx'

/** The page of a playlist draft that the viewer may not see (B4). */
export function DraftHidden() {
  const dispatch = useDispatch()
  const { me } = useMe()
  return (
    <EmptyState
      level={1}
      title={t.beadPage.hiddenTitle}
      icon={<Icon as={Lock} size={28} />}
      action={
        me ? (
          <DiscoverLink />
        ) : (
          <Button kind="primary" onClick={() => dispatch(authOpened({ mode: 'login' }))}>
            {t.beadPage.signIn}
          </Button>
        )
      }
    >
      {!me && t.beadPage.hiddenText}
    </EmptyState>
  )
}

/** The page of an address without a playlist. */
export const BeadNotFound = () => (
  <EmptyState level={1} title={t.bead.notFoundTitle} action={<DiscoverLink />}>
    {t.beadPage.notFoundText}
  </EmptyState>
)
