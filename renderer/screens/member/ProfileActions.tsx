import { useState } from 'react'
import { Plus, Settings, ShieldCheck } from 'lucide-react'
import type { Me, Member } from '#contract/schemas.ts'
import { useIntent, useMe, useSite } from '#data/index.ts'
import { useFormOwner } from '#data/useFormOwner.ts'
import { adminMemberPath } from '#navigation/adminPaths.ts'
import { t } from '#texts/index.ts'
import { Button, ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { lazyComponent } from '#ui/lazyComponent.tsx'
import { FollowButton, SuperfollowButton } from '#widgets/follow/index.ts'
import { PlayAll, postsSource } from '#widgets/playAll/index.ts'
import styles from './MemberHeader.module.css'

const ProfileSettings = lazyComponent(() => import('./ProfileSettings.tsx'))

/** Buttons of a profile: settings on the own one, follow and superfollow on others, privileges for admins (F3, F4). */
export function ProfileActions({ member }: { member: Member }) {
  const { me, loading } = useMe()
  // While the log-in dialog of an expired session is open, the buttons stay. The input of the settings stays until another member logs in.
  const { member: owner, isSignedOut } = useFormOwner(loading ? undefined : me)
  const viewer = isSignedOut ? null : owner
  const { readOnly } = useSite()
  const intend = useIntent()
  const { uid, name, createdPostCount } = member
  const isOwn = viewer?.uid === uid
  return (
    <div className={styles.actions}>
      {createdPostCount > 0 && <PlayAll source={postsSource({ createdby: uid, sort: 'recent' }, t.playAll.postsOf(name), `/p/${uid}`)} />}
      {isOwn && !readOnly && (
        <Button icon={<Icon as={Plus} />} onClick={() => intend({ type: 'startbead' })}>
          {t.member.start}
        </Button>
      )}
      {owner?.uid === uid && !readOnly && <SettingsButton me={owner} isHidden={isSignedOut} />}
      {!isOwn && <FollowButton kind="member" id={uid} name={name} />}
      {!isOwn && <SuperfollowButton kind="member" id={uid} name={name} />}
      {viewer?.isAdmin && (
        <ButtonLink kind="plain" href={adminMemberPath(uid)} icon={<Icon as={ShieldCheck} />}>
          {t.member.privileges}
        </ButtonLink>
      )}
    </div>
  )
}

function SettingsButton({ me, isHidden }: { me: Me; isHidden: boolean }) {
  // While 'closing', the dialog stays mounted for its animation.
  const [dialogState, setDialogState] = useState<'no' | 'open' | 'closing'>('no')
  return (
    <>
      {!isHidden && <IconButton name={t.member.settings} icon={<Icon as={Settings} />} onClick={() => setDialogState('open')} />}
      {dialogState !== 'no' && (
        <ProfileSettings
          me={me}
          open={dialogState === 'open' && !isHidden}
          onClose={() => setDialogState('closing')}
          onClosed={() => setDialogState((now) => (now === 'closing' ? 'no' : now))}
          onFailed={() => setDialogState('no')}
        />
      )}
    </>
  )
}
