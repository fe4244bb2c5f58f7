import { useEffect, useRef, useState } from 'react'
import { X } from 'lucide-react'
import { limits } from '#contract/limits.ts'
import type { Bead, MemberRef } from '#contract/schemas.ts'
import { failureReason, isSessionEnd } from '#data/index.ts'
import { useDraft } from '#data/useDraft.ts'
import { useInviteToBeadMutation } from '#data/playlists.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { DraftNotice } from '#ui/DraftNotice.tsx'
import { Icon } from '#ui/Icon.tsx'
import { showToast } from '#ui/toast.ts'
import { parseMembers, FriendPicker } from '#widgets/friends/index.ts'
import styles from './InviteBox.module.css'

/**
 * Dialog that invites members into an invite-only playlist (B9). The selection is stored as a draft until it is sent or
 * cleared.
 */
export default function InviteBox({ bead, open, onClose }: { bead: Bead; open: boolean; onClose: () => void }) {
  const [invite, { isLoading }] = useInviteToBeadMutation()
  // Those who cannot be invited: they belong to the playlist already.
  const members = [bead.creator.uid, ...(bead.invitees ?? []).map(({ uid }) => uid)]
  const { savedDraft, saveDraft } = useDraft(`invite:${bead.id}`, parseMembers)
  const [chosen, setChosen] = useState<MemberRef[]>(() => (savedDraft ?? []).filter(({ uid }) => !members.includes(uid)))
  const [restored, setRestored] = useState(chosen.length > 0)
  const [isSent, setSent] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const inviteMoreButton = useRef<HTMLButtonElement>(null)
  useEffect(() => saveDraft(chosen.length > 0 ? chosen : null), [saveDraft, chosen])
  useEffect(() => {
    if (isSent) inviteMoreButton.current?.focus()
  }, [isSent])

  const choose = (next: MemberRef[]) => {
    setRestored(false)
    setChosen(next)
  }
  const send = async () => {
    const sent = chosen.map(({ uid }) => uid)
    const { error } = await invite({ params: { id: bead.id }, body: { newInvitees: sent } })
    if (error) {
      if (!isSessionEnd(error)) showToast({ text: failureReason(error) ?? t.common.serverError, kind: 'error', now: true })
      return
    }
    setRestored(false)
    // Members chosen during the request stay selected.
    setChosen((now) => now.filter(({ uid }) => !sent.includes(uid)))
    setSent(true)
  }
  const inviteMore = () => {
    setSent(false)
    box.current?.focus()
  }
  return (
    <Dialog
      open={open}
      size="medium"
      title={t.beadActs.inviteTitle}
      description={bead.title}
      initialFocus={box}
      canClose={() => !isLoading}
      onClose={onClose}
      onClosed={() => {
        setSent(false)
        setRestored(chosen.length > 0)
      }}
      actions={
        isSent ? (
          <>
            <Button kind="plain" onClick={onClose}>
              {t.common.close}
            </Button>
            <Button ref={inviteMoreButton} kind="primary" onClick={inviteMore}>
              {t.beadActs.inviteMore}
            </Button>
          </>
        ) : (
          <>
            <Button kind="plain" disabled={isLoading} onClick={onClose}>
              {t.common.cancel}
            </Button>
            <Button kind="primary" disabled={chosen.length === 0} busy={isLoading} onClick={() => void send()}>
              {t.beadActs.inviteSubmit}
            </Button>
          </>
        )
      }
    >
      <div ref={box} tabIndex={-1} className={styles.box}>
        <p role="status" className={isSent ? styles.done : styles.status}>
          {isSent ? t.beadActs.inviteDone : ''}
        </p>
        {restored && !isSent && <DraftNotice onStartOver={() => choose([])} />}
        {!isSent && (
          <>
            {chosen.length > 0 && (
              <ul className={styles.chosen} aria-label={t.beadActs.chosen}>
                {chosen.map((member) => (
                  <li key={member.uid} className={styles.one}>
                    <span className={styles.name}>{member.name}</span>
                    <button
                      type="button"
                      className={styles.remove}
                      aria-label={t.beadActs.unchoose(member.name)}
                      title={t.beadActs.unchoose(member.name)}
                      onClick={() => {
                        choose(chosen.filter(({ uid }) => uid !== member.uid))
                        // The pressed button is removed, so move the focus.
                        box.current?.focus()
                      }}
                    >
                      <Icon as={X} size={16} />
                    </button>
                  </li>
                ))}
              </ul>
            )}
            <FriendPicker
              searchesAll
              chosen={chosen}
              exclude={members}
              max={Math.max(0, limits.invitees - (bead.invitees?.length ?? 0))}
              onChange={choose}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
