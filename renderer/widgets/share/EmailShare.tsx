import { useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import type { MemberRef } from '#contract/schemas.ts'
import { listedEmails, shareProblem, type ShareProblem } from '#contract/share.ts'
import { failureMessage, isFailure, isSessionEnd, useMe, useMeQuery } from '#data/index.ts'
import { useShareMutation } from '#data/sharing.ts'
import { t } from '#texts/index.ts'
import { DraftNotice } from '#ui/DraftNotice.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { showToast } from '#ui/toast.ts'
import { FriendPicker } from '../friends/index.ts'
import { MembersByTag } from './MembersByTag.tsx'
import type { Shared } from './shared.ts'
import { textOf, useShareDraft, type ShareText } from './useShareDraft.ts'

type ErrorField = ShareProblem['field'] | 'msg' | 'form'

interface EmailShareProps {
  of: Shared
  /** Called with the new share count. */
  onShared: (count: number) => void
  onClose: () => void
}

const empty: ShareText = { name: '', address: '', emails: '', msg: '' }
/** The remaining characters are shown from this number on. */
const counterThreshold = 200
const errorFields: ReadonlySet<string> = new Set<ErrorField>(['sharer.name', 'sharer.email', 'sharees', 'sharees.emails', 'msg'])

const uniqueUids = (members: readonly MemberRef[]): string[] => [...new Set(members.map(({ uid }) => uid))]

/** Shares by e-mail, and with members by notification (S1). Only the first failing check is shown; its field gets the focus. */
export default function EmailShare({ of, onShared, onClose }: EmailShareProps) {
  const { kind, id, title, exclude } = of
  const { me } = useMe()
  const { refetch } = useMeQuery()
  const { found, keep } = useShareDraft(id)
  const [open, setOpen] = useState(true)
  const [text, setText] = useState<ShareText>(() => ({ ...empty, ...(found && textOf(found)) }))
  const [restored, setRestored] = useState(found !== null)
  const [friends, setFriends] = useState(() => (found?.friends ?? []).filter(({ uid }) => !exclude?.includes(uid)))
  const [tagged, setTagged] = useState(found?.tagged ?? [])
  const [rejection, setRejection] = useState<{ count: number; at?: ErrorField; message?: string }>({ count: 0 })
  const [share, { isLoading }] = useShareMutation()
  const first = useRef<HTMLInputElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const hasContent = Object.values(text).some((value) => value.trim() !== '') || friends.length > 0 || tagged.length > 0
  const sent = useRef(false)
  useEffect(() => {
    if (!sent.current) keep(hasContent ? { ...text, friends, tagged } : null)
  }, [keep, text, friends, tagged, hasContent])

  const clearError = () => setRejection(({ count }) => ({ count }))
  const refuse = (at: ErrorField, message: string) => setRejection(({ count }) => ({ count: count + 1, at, message }))
  const errorAt = (...at: ErrorField[]) => (rejection.at !== undefined && at.includes(rejection.at) ? rejection.message : undefined)
  const changeText = (change: Partial<ShareText>) => {
    setText({ ...text, ...change })
    clearError()
  }
  const submit = async () => {
    const sharer = me ? null : { name: text.name, email: text.address }
    const uids = me ? uniqueUids([...friends, ...tagged]) : []
    const emails = listedEmails(text.emails)
    const problem = shareProblem({ sharer, uids, emails })
    if (problem) return refuse(problem.field, problem.message)
    if (emails.length > limits.share.emails) return refuse('sharees.emails', messages.shareEmailsTooMany)
    if (text.msg.length > limits.share.message) return refuse('msg', t.share.messageTooLong)
    const { data, error } = await share({ kind, id, uids, emails, msg: text.msg.trim(), ...(sharer && { sharer }) })
    if (error) {
      if (isSessionEnd(error)) return
      // The server's field errors are shown at their field.
      const [field, message] = Object.entries((isFailure(error) && error.fields) || {})[0] ?? []
      // The session ended in another tab: refetch, so that the form asks for name and address as for visitors.
      if (me && field?.startsWith('sharer')) void refetch()
      return field !== undefined && message !== undefined && errorFields.has(field)
        ? refuse(field as ErrorField, message)
        : refuse('form', failureMessage(error))
    }
    sent.current = true
    keep(null)
    onShared(data.shareCount)
    showToast({ text: t.share.sent(title), now: true })
    setOpen(false)
  }
  const startOver = () => {
    setText(empty)
    setFriends([])
    setTagged([])
    setRestored(false)
    clearError()
  }

  const left = limits.share.message - text.msg.length
  return (
    <FormDialog
      open={open}
      title={t.share.title[kind]}
      description={title}
      submit={t.common.share}
      busy={isLoading}
      // The draft is saved and restored the next time the dialog opens, so closing needs no confirmation.
      dirty={false}
      quickShake
      refusals={rejection.count}
      error={errorAt('form')}
      initialFocus={me ? top : first}
      onSubmit={() => void submit()}
      onClose={() => setOpen(false)}
      onClosed={onClose}
    >
      {restored && <DraftNotice onStartOver={startOver} />}
      {me ? (
        <div ref={top} tabIndex={-1}>
          <FriendPicker
            chosen={friends}
            exclude={exclude}
            max={limits.share.members - tagged.length}
            onChange={(next) => {
              setFriends(next)
              clearError()
            }}
          />
        </div>
      ) : (
        <>
          <Field
            ref={first}
            label={t.share.name}
            autoComplete="name"
            value={text.name}
            error={errorAt('sharer.name')}
            onChange={({ currentTarget }) => changeText({ name: currentTarget.value })}
          />
          {/* Not `type=email`: browsers normalise its value. */}
          <Field
            label={t.share.address}
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            value={text.address}
            error={errorAt('sharer.email')}
            onChange={({ currentTarget }) => changeText({ address: currentTarget.value })}
          />
        </>
      )}
      {me?.isAdmin && (
        <MembersByTag
          chosen={tagged}
          max={limits.share.members - friends.length}
          onChange={(next) => {
            setTagged(next)
            clearError()
          }}
        />
      )}
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
