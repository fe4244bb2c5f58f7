import { useEffect, useId, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { useDispatch } from 'react-redux'
import { limits } from '#contract/limits.ts'
import { failureMessage, isFailure, isSessionEnd } from '#data/index.ts'
import { useDraft } from '#data/useDraft.ts'
import { player } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { isOfInputMethod } from '#ui/composing.ts'
import { Confirm } from '#ui/Confirm.tsx'
import { DraftNotice } from '#ui/DraftNotice.tsx'
import { Field } from '#ui/Field.tsx'
import { showToast } from '#ui/toast.ts'
import { TextAutocomplete } from '../lookup/index.ts'
import styles from './CommentField.module.css'

interface CommentFieldProps {
  /** Draft key: id of the post (new comment) or of the edited comment. */
  of: string
  /** Original text; '' for a new comment. */
  initial?: string
  /** Label of the submit button. */
  submit: string
  onSubmit: (text: string) => Promise<unknown>
  /** Called after sending and after discarding. */
  onDone?: () => void
  ref?: Ref<HTMLTextAreaElement>
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The remaining characters are shown from this number on. */
const counterThreshold = 500

/** Text field for new and edited comments, with draft. Playback does not advance while it has unsent text (L7). */
export function CommentField({ of, initial = '', submit, onSubmit, onDone, ref }: CommentFieldProps) {
  const { savedDraft, saveDraft } = useDraft(`comment:${of}`, asText)
  const [text, setText] = useState(savedDraft ?? initial)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** Pending confirmation before the text is discarded. */
  const [confirming, setConfirming] = useState<'discard' | 'startOver' | null>(null)
  const [restored, setRestored] = useState(savedDraft !== null && savedDraft !== initial)
  const form = useRef<HTMLFormElement>(null)
  const hasContent = text.trim() !== '' && text !== initial
  // The placeholder submitted as text does not count as a comment.
  useComposing(hasContent && text.trim() !== t.post.commentPlaceholder)
  useEffect(() => saveDraft(hasContent ? text : null), [saveDraft, text, hasContent])

  const reset = () => {
    saveDraft(null)
    setText(initial)
    setError(null)
    setRestored(false)
  }
  const finish = () => {
    reset()
    onDone?.()
  }
  const send = async () => {
    if (text.trim() === '') return refuse(t.post.commentRequired)
    if (text.length > limits.text.max) return refuse(t.post.commentTooLong)
    setBusy(true)
    try {
      await onSubmit(text.trim())
      finish()
    } catch (reason) {
      // 409: the comment was deleted while it was edited (B8).
      if (isFailure(reason) && reason.status === 409) finish()
      // The login dialog opens and shows the message.
      else if (isSessionEnd(reason)) setError(null)
      // Unmounted because another post is shown: the draft stays, the error is shown as a toast.
      else if (form.current === null) showToast({ text: failureMessage(reason), kind: 'error', now: true })
      else refuse(failureMessage(reason))
    } finally {
      setBusy(false)
    }
  }
  const refuse = (message: string) => {
    setError(message)
    form.current?.querySelector('textarea')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !busy) void send()
    if (event.key !== 'Escape' || !hasContent) return
    // Escape must not close the surrounding dialog.
    event.stopPropagation()
    setConfirming('discard')
  }

  const left = limits.text.max - text.length
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      {restored && <DraftNotice onStartOver={() => setConfirming('startOver')} />}
      <TextAutocomplete>
        <Field
          multiline
          ref={ref}
          rows={hasContent ? 4 : 2}
          label={t.post.commentLabel}
          placeholder={t.post.commentPlaceholder}
          value={text}
          maxLength={limits.text.max}
          // The field is cleared after the request, so text typed during it would be lost.
          readOnly={busy}
          error={error}
          aside={left < counterThreshold ? t.post.left(left) : undefined}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setError(null)
          }}
        />
      </TextAutocomplete>
      <div className={styles.acts}>
        {(hasContent || initial !== '') && (
          <Button size="small" kind="plain" disabled={busy} onClick={() => (hasContent ? setConfirming('discard') : finish())}>
            {t.post.commentDiscard}
          </Button>
        )}
        <Button size="small" kind="primary" type="submit" busy={busy}>
          {submit}
        </Button>
      </div>
      <Confirm
        open={confirming !== null}
        title={t.common.unsavedTitle}
        confirm={confirming === 'startOver' ? t.common.startOver : t.post.commentDiscard}
        cancel={t.common.keepEditing}
        onClose={() => setConfirming(null)}
        onConfirm={confirming === 'startOver' ? reset : finish}
      />
    </form>
  )
}

/** Registers this field with the player while it has unsent text. */
function useComposing(writing: boolean): void {
  const id = useId()
  const dispatch = useDispatch()
  useEffect(() => {
    if (!writing) return
    dispatch(player.startComposing(id))
    return () => void dispatch(player.stopComposing(id))
  }, [writing, id, dispatch])
}
