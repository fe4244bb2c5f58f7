import { useRef, useState } from 'react'
import { UserMinus } from 'lucide-react'
import type { Bead, MemberRef } from '#contract/schemas.ts'
import { failureMessage, useMe, useSite } from '#data/index.ts'
import { useUninviteMutation } from '#data/playlists.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Confirm } from '#ui/Confirm.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useKeptFocus } from '#ui/focus.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { showToast } from '#ui/toast.ts'
import { FollowButton } from '#widgets/follow/index.ts'
import { MemberRow } from '#widgets/people/index.ts'
import styles from './ContributorsDialog.module.css'

/** Who makes an invite-only playlist: its creator, and those who are invited (B8). */
export default function ContributorsDialog({ bead, onClose }: { bead: Bead; onClose: () => void }) {
  const [open, setOpen] = useState(true)
  const { me } = useMe()
  const { readOnly } = useSite()
  const [asked, setAsked] = useState<MemberRef | null>(null)
  // The words stay while the question fades out.
  const [last, setLast] = useState<MemberRef | null>(null)
  const [uninvite] = useUninviteMutation()
  const rows = useRef<HTMLUListElement>(null)
  useKeptFocus(rows, (place) => (rows.current?.children[place] ?? rows.current?.lastElementChild)?.querySelector('a'))

  const ask = (member: MemberRef) => {
    setAsked(member)
    setLast(member)
  }
  const takeBack = async () => {
    if (!asked) return
    try {
      await uninvite({ params: { id: bead.id, uid: asked.uid } }).unwrap()
    } catch (error) {
      showToast({ text: failureMessage(error), kind: 'error', now: true })
      throw error
    }
  }
  const actOf = (member: MemberRef) => {
    const own = member.uid === me?.uid
    return (
      <span className={styles.acts}>
        <FollowButton kind="member" id={member.uid} name={member.name} size="mini" listed />
        {!readOnly && own && (
          <Button size="small" onClick={() => ask(member)}>
            {t.beadActs.leave}
          </Button>
        )}
        {!own && bead.can.invite && (
          <IconButton name={t.beadActs.takeBackOf(member.name)} icon={<Icon as={UserMinus} />} onClick={() => ask(member)} />
        )}
      </span>
    )
  }
  const leaves = last?.uid === me?.uid
  return (
    <Dialog open={open} size="medium" title={t.beadActs.contributorsOf(bead.title)} onClose={() => setOpen(false)} onClosed={onClose}>
      <ul ref={rows} className={styles.list} aria-label={t.beadActs.contributors}>
        <li>
          <MemberRow member={bead.creator} about={t.beadActs.creator} />
        </li>
        {(bead.invitees ?? []).map((member) => (
          <li key={member.uid}>
            <MemberRow member={member} action={actOf(member)} />
          </li>
        ))}
      </ul>
      <Confirm
        open={asked !== null}
        danger
        title={leaves ? t.beadActs.leaveTitle : t.beadActs.takeBackTitle(last?.name ?? '')}
        confirm={leaves ? t.beadActs.leave : t.beadActs.takeBack}
        onClose={() => setAsked(null)}
        onConfirm={takeBack}
      >
        {leaves ? t.beadActs.leaveText : t.beadActs.takeBackText}
      </Confirm>
    </Dialog>
  )
}
