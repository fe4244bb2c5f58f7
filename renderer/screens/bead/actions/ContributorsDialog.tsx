import { useRef, useState } from 'react'
import { UserMinus } from 'lucide-react'
import type { Bead, MemberRef } from '#contract/schemas.ts'
import { failureMessage, useMe, useSite } from '#data/index.ts'
import { useUninviteMutation } from '#data/playlists.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Confirm } from '#ui/Confirm.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useFocusFallback } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { showToast } from '#ui/toast.ts'
import { FollowButton } from '#widgets/follow/index.ts'
import { MemberRow } from '#widgets/people/index.ts'
import styles from './ContributorsDialog.module.css'

/**
 * The creator and the invited members of an invite-only playlist (B8). Invited members can leave it; members with the
 * permission to invite can remove others.
 */
export default function ContributorsDialog({ bead, onClose }: { bead: Bead; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const { me } = useMe()
  const { readOnly } = useSite()
  const [removing, setRemoving] = useState<MemberRef | null>(null)
  // Stays set after `removing` becomes null, for the text of the confirmation during its closing animation.
  const [lastMember, setLastMember] = useState<MemberRef | null>(null)
  const [uninvite] = useUninviteMutation()
  const rows = useRef<HTMLUListElement>(null)
  useFocusFallback(rows, (index) => (rows.current?.children[index] ?? rows.current?.lastElementChild)?.querySelector('a'))

  const confirmRemoval = (member: MemberRef) => {
    setRemoving(member)
    setLastMember(member)
  }
  const removeMember = async () => {
    if (!removing) return
    try {
      await uninvite({ params: { id: bead.id, uid: removing.uid } }).unwrap()
    } catch (error) {
      showToast({ text: failureMessage(error), kind: 'error', now: true })
      throw error
    }
  }
  const memberActions = (member: MemberRef) => {
    const isSelf = member.uid === me?.uid
    return (
      <span className={styles.acts}>
        <FollowButton kind="member" id={member.uid} name={member.name} size="mini" listed />
        {!readOnly && isSelf && (
          <Button size="small" onClick={() => confirmRemoval(member)}>
            {t.beadActs.leave}
          </Button>
        )}
        {!isSelf && bead.can.invite && (
          <IconButton name={t.beadActs.takeBackOf(member.name)} icon={<Icon as={UserMinus} />} onClick={() => confirmRemoval(member)} />
        )}
      </span>
    )
  }
  const isSelf = lastMember?.uid === me?.uid
  return (
    <Dialog open={open} size="medium" title={t.beadActs.contributorsOf(bead.title)} onClose={() => setOpen(false)} onClosed={onClose}>
      <ul ref={rows} className={styles.list} aria-label={t.beadActs.contributors}>
        <li>
          <MemberRow member={bead.creator} about={t.beadActs.creator} />
        </li>
        {(bead.invitees ?? []).map((member) => (
          <li key={member.uid}>
            <MemberRow member={member} action={memberActions(member)} />
          </li>
        ))}
      </ul>
      <Confirm
        open={removing !== null}
        danger
        title={isSelf ? t.beadActs.leaveTitle : t.beadActs.takeBackTitle(lastMember?.name ?? '')}
        confirm={isSelf ? t.beadActs.leave : t.beadActs.takeBack}
        onClose={() => setRemoving(null)}
        onConfirm={removeMember}
      >
        {isSelf ? t.beadActs.leaveText : t.beadActs.takeBackText}
      </Confirm>
    </Dialog>
  )
}
