import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import type { MemberRef } from '#contract/schemas.ts'
import { listedEmails, shareProblem, type ShareProblem } from '#contract/share.ts'
import { failureMessage, isFailure, isSessionEnd, useMe, useMeQuery } from '#data/index.ts'
import { useShareMutation } from '#data/sharing.ts'
import { t } from '#texts/index.ts'
import type { ShareTarget } from './shareTarget.ts'
import { textOf, useShareDraft, type ShareText } from './useShareDraft.ts'

type ErrorField = ShareProblem['field'] | 'msg' | 'form'

const empty: ShareText = { name: '', address: '', emails: '', msg: '' }
const errorFields: ReadonlySet<string> = new Set<ErrorField>(['sharer.name', 'sharer.email', 'sharees', 'sharees.emails', 'msg'])

const uniqueUids = (members: readonly MemberRef[]): string[] => [...new Set(members.map(({ uid }) => uid))]

/** State of the share form: texts and recipients with their draft, the first failing check, and submission. */
export function useEmailShare({ kind, id, exclude }: ShareTarget, onSent: (count: number) => void) {
  const { me } = useMe()
  const { refetch } = useMeQuery()
  const { savedDraft, saveDraft, finishDraft } = useShareDraft(id)
  const [text, setText] = useState<ShareText>(() => ({ ...empty, ...(savedDraft && textOf(savedDraft)) }))
  const [restored, setRestored] = useState(savedDraft !== null)
  const [friends, setFriends] = useState(() => (savedDraft?.friends ?? []).filter(({ uid }) => !exclude?.includes(uid)))
  const [tagged, setTagged] = useState(savedDraft?.tagged ?? [])
  const [rejection, setRejection] = useState<{ count: number; at?: ErrorField; message?: string }>({ count: 0 })
  const [share, { isLoading }] = useShareMutation()
  const hasContent = Object.values(text).some((value) => value.trim() !== '') || friends.length > 0 || tagged.length > 0
  useEffect(() => saveDraft(hasContent ? { ...text, friends, tagged } : null), [saveDraft, text, friends, tagged, hasContent])

  const clearError = () => setRejection(({ count }) => ({ count }))
  const refuse = (at: ErrorField, message: string) => setRejection(({ count }) => ({ count: count + 1, at, message }))
  const refuseFailure = (error: unknown) => {
    // The server's field errors are shown at their field.
    const [field, message] = Object.entries((isFailure(error) && error.fields) || {})[0] ?? []
    // The session ended in another tab: refetch, so that the form asks for name and address as for visitors.
    if (me && field?.startsWith('sharer')) void refetch()
    return field !== undefined && message !== undefined && errorFields.has(field)
      ? refuse(field as ErrorField, message)
      : refuse('form', failureMessage(error))
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
      // When the session has ended, the login dialog opens and shows the message.
      if (!isSessionEnd(error)) refuseFailure(error)
      return
    }
    finishDraft()
    onSent(data.shareCount)
  }

  return {
    /** The signed-in member, who shares without name and address; null for a visitor. */
    me,
    text,
    friends,
    tagged,
    restored,
    busy: isLoading,
    refusals: rejection.count,
    /** The error message if it belongs to one of these fields. */
    errorAt: (...at: ErrorField[]) => (rejection.at !== undefined && at.includes(rejection.at) ? rejection.message : undefined),
    submit,
    changeText(change: Partial<ShareText>) {
      setText({ ...text, ...change })
      clearError()
    },
    changeFriends(members: MemberRef[]) {
      setFriends(members)
      clearError()
    },
    changeTagged(members: MemberRef[]) {
      setTagged(members)
      clearError()
    },
    /** Discards the restored draft. */
    startOver() {
      setText(empty)
      setFriends([])
      setTagged([])
      setRestored(false)
      clearError()
    },
  }
}

export type EmailShareState = ReturnType<typeof useEmailShare>
