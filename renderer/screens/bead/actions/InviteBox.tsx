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

/** Invites members into an invite-only playlist (B9); what was chosen stays until they are, or nobody wants it any more. */
export default function InviteBox({ bead, open, onClose }: { bead: Bead; open: boolean; onClose: () => void }) {
  const [invite, { isLoading }] = useInviteToBeadMutation()
  const known = [bead.creator.uid, ...(bead.invitees ?? []).map(({ uid }) => uid)]
  const { found, keep } = useDraft(`invite:${bead.id}`, parseMembers)
  const [chosen, setChosen] = useState<MemberRef[]>(() => (found ?? []).filter(({ uid }) => !known.includes(uid)))
  const [restored, setRestored] = useState(chosen.length > 0)
  const [done, setDone] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const more = useRef<HTMLButtonElement>(null)
  useEffect(() => keep(chosen.length > 0 ? chosen : null), [keep, chosen])
  useEffect(() => {
    if (done) more.current?.focus()
  }, [done])

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
    // Who was chosen meanwhile is for the next time.
    setChosen((now) => now.filter(({ uid }) => !sent.includes(uid)))
    setDone(true)
  }
  const again = () => {
    setDone(false)
    place.current?.focus()
  }
  return (
    <Dialog
      open={open}
      size="medium"
      title={t.beadActs.inviteTitle}
      description={bead.title}
      initialFocus={place}
      canClose={() => !isLoading}
      onClose={onClose}
      onClosed={() => {
        setDone(false)
        setRestored(chosen.length > 0)
      }}
      actions={
        done ? (
          <>
            <Button kind="plain" onClick={onClose}>
              {t.common.close}
            </Button>
            <Button ref={more} kind="primary" onClick={again}>
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
      <div ref={place} tabIndex={-1} className={styles.box}>
        <p role="status" className={done ? styles.done : styles.status}>
          {done ? t.beadActs.inviteDone : ''}
        </p>
        {restored && !done && <DraftNotice onStartOver={() => choose([])} />}
        {!done && (
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
                        // The button goes with its press.
                        place.current?.focus()
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
              exclude={known}
              max={Math.max(0, limits.invitees - (bead.invitees?.length ?? 0))}
              onChange={choose}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
