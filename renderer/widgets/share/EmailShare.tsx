import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#texts/index.ts'
import { DraftNotice } from '#ui/DraftNotice.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { showToast } from '#ui/toast.ts'
import { FriendPicker } from '../friends/index.ts'
import { MembersByTag } from './MembersByTag.tsx'
import type { ShareTarget } from './shareTarget.ts'
import { SharerFields } from './SharerFields.tsx'
import { useEmailShare } from './useEmailShare.ts'

interface EmailShareProps {
  of: ShareTarget
  /** Called with the new share count. */
  onShared: (count: number) => void
  onClose: () => void
}

/** The remaining characters are shown from this number on. */
const counterThreshold = 200

/**
 * Form that shares by e-mail, and with members by notification (S1). Only the first failing check is shown; its field
 * gets the focus. `friends` are chosen followers, `tagged` members found by a tag; they share one limit.
 */
export default function EmailShare({ of, onShared, onClose }: EmailShareProps) {
  const { kind, title, exclude } = of
  const [open, setOpen] = useState(true)
  const state = useEmailShare(of, (count) => {
    onShared(count)
    showToast({ text: t.share.sent(title), now: true })
    setOpen(false)
  })
  const { me, text, friends, tagged, restored, busy, refusals, errorAt, changeText } = state
  const first = useRef<HTMLInputElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const left = limits.share.message - text.msg.length
  return (
    <FormDialog
      open={open}
      title={t.share.title[kind]}
      description={title}
      submit={t.common.share}
      busy={busy}
      // The draft is saved and restored the next time the dialog opens, so closing needs no confirmation.
      dirty={false}
      quickShake
      refusals={refusals}
      error={errorAt('form')}
      initialFocus={me ? top : first}
      onSubmit={() => void state.submit()}
      onClose={() => setOpen(false)}
      onClosed={onClose}
    >
      {restored && <DraftNotice onStartOver={state.startOver} />}
      {me ? (
        <div ref={top} tabIndex={-1}>
          <FriendPicker chosen={friends} exclude={exclude} max={limits.share.members - tagged.length} onChange={state.changeFriends} />
        </div>
      ) : (
        <SharerFields ref={first} state={state} />
      )}
      {me?.isAdmin && <MembersByTag chosen={tagged} max={limits.share.members - friends.length} onChange={state.changeTagged} />}
      <Field
        label={t.share.emails}
        hint={t.share.emailsHint}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text.emails}
        error={errorAt('sharees', 'sharees.emails')}
        onChange={({ currentTarget }) => changeText({ emails: currentTarget.value })}
      />
      <Field
        multiline
        rows={3}
        label={t.share.message}
        maxLength={limits.share.message}
        aside={left < counterThreshold ? t.share.left(left) : undefined}
        value={text.msg}
        error={errorAt('msg')}
        onChange={({ currentTarget }) => changeText({ msg: currentTarget.value })}
      />
    </FormDialog>
  )
}
