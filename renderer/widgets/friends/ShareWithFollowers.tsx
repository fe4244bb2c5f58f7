import { useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import type { MemberRef } from '#contract/schemas.ts'
import { failureMessage, isSessionEnd } from '#data/index.ts'
import { useShareMutation, type Shareable } from '#data/sharing.ts'
import { useDraft } from '#data/useDraft.ts'
import { t } from '#texts/index.ts'
import { DraftNotice } from '#ui/DraftNotice.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { showToast } from '#ui/toast.ts'
import { FriendPicker } from './FriendPicker.tsx'
import { parseMembers } from './members.ts'

interface ShareProps {
  of: Shareable
  /** Uids that cannot be chosen: the playlist's invited members. */
  exclude?: readonly string[] | undefined
  onClose: () => void
}

/** Shares a playlist or post with followers, who get a notification. */
export function ShareWithFollowers({ of: { kind, id, title }, exclude = [], onClose }: ShareProps) {
  const [open, setOpen] = useState(true)
  const { savedDraft, saveDraft, finishDraft } = useDraft(`followers:${id}`, parseMembers)
  const [chosen, setChosen] = useState<MemberRef[]>(() => (savedDraft ?? []).filter(({ uid }) => !exclude.includes(uid)))
  const [restored, setRestored] = useState(chosen.length > 0)
  const [rejection, setRejection] = useState({ count: 0, message: '' })
  const [share, { isLoading }] = useShareMutation()
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => saveDraft(chosen.length > 0 ? chosen : null), [saveDraft, chosen])

  const submit = async () => {
    const refuse = (message: string) => setRejection(({ count }) => ({ count: count + 1, message }))
    if (chosen.length === 0) return refuse(messages.shareNoRecipients)
    const { error } = await share({ kind, id, uids: chosen.map(({ uid }) => uid) })
    if (error) return isSessionEnd(error) ? undefined : refuse(failureMessage(error))
    finishDraft()
    setOpen(false)
    showToast({ text: t.friends.shared(chosen.length), now: true })
  }

  const choose = (next: MemberRef[]) => {
    setRestored(false)
    setChosen(next)
    setRejection(({ count }) => ({ count, message: '' }))
  }
  return (
    <FormDialog
      open={open}
      title={t.common.shareWithFollowers}
      description={title}
      submit={t.friends.share}
      busy={isLoading}
      // The draft is saved and restored the next time, so closing needs no confirmation.
      dirty={false}
      refusals={rejection.count}
      error={rejection.message}
      initialFocus={content}
      onSubmit={() => void submit()}
      onClose={() => setOpen(false)}
      onClosed={onClose}
    >
      {restored && <DraftNotice onStartOver={() => choose([])} />}
      <div ref={content} tabIndex={-1}>
        <FriendPicker chosen={chosen} exclude={exclude} max={limits.share.members} onChange={choose} />
      </div>
    </FormDialog>
  )
}
