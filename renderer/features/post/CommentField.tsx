import { useEffect, useId, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { useDispatch } from 'react-redux'
import { limits } from '../../../server/contract/limits.ts'
import { failureMessage, isFailure } from '../../app/api/index.ts'
import { player } from '../../player/index.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { showToast } from '../../ui/toast.ts'
import { TextAutocomplete } from '../lookup/index.ts'
import { keepDraft, readDraft } from './drafts.ts'
import styles from './CommentField.module.css'

interface CommentFieldProps {
  /** Who writes about what: the post of a new comment, the comment that is edited. The draft is kept under it. */
  of: string
  /** The text before it is changed; '' for a new comment. */
  initial?: string
  /** What submitting is called. */
  submit: string
  onSubmit: (text: string) => Promise<unknown>
  /** Sent, or thrown away. */
  onDone?: () => void
  ref?: Ref<HTMLTextAreaElement>
}

/** How many characters are left when it begins to be said. */
const nearTheEnd = 500

/** The text of a comment while it is written, for new ones and for edits. While it holds something nothing advances (L7). */
export function CommentField({ of, initial = '', submit, onSubmit, onDone, ref }: CommentFieldProps) {
  const [text, setText] = useState(() => readDraft(of) ?? initial)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const written = text.trim() !== '' && text !== initial
  useComposing(written)
  useEffect(() => keepDraft(of, written ? text : null), [of, text, written])

  const finish = () => {
    keepDraft(of, null)
    setText(initial)
    setError(null)
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
      // Deleted meanwhile: there is nothing left to change (B8).
      if (isFailure(reason) && reason.status === 409) finish()
      // Its writer has gone on to another post; the draft waits for them. An ended session says so itself.
      else if (form.current === null) {
        if (!isFailure(reason) || reason.status !== 401) showToast({ text: failureMessage(reason), kind: 'error', now: true })
      } else refuse(failureMessage(reason))
    } finally {
      setBusy(false)
    }
  }
  const refuse = (message: string) => {
    setError(message)
    form.current?.querySelector('textarea')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !busy) void send()
    if (event.key !== 'Escape' || !written) return
    // Whatever the comment stands in is not to close over it.
    event.stopPropagation()
    setAsking(true)
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
      <TextAutocomplete>
        <Field
          multiline
          ref={ref}
          rows={written ? 4 : 2}
          label={t.post.commentLabel}
          placeholder={t.post.commentPlaceholder}
          value={text}
          maxLength={limits.text.max}
          // What is written after the words have left would go with them.
          readOnly={busy}
          error={error}
          aside={left < nearTheEnd ? t.post.left(left) : undefined}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setError(null)
          }}
        />
      </TextAutocomplete>
      <div className={styles.acts}>
        {(written || initial !== '') && (
          <Button size="small" kind="plain" disabled={busy} onClick={() => (written ? setAsking(true) : finish())}>{t.post.commentDiscard}</Button>
        )}
        <Button size="small" kind="primary" type="submit" busy={busy}>{submit}</Button>
      </div>
      <Confirm
        open={asking}
        title={t.common.unsavedTitle}
        confirm={t.post.commentDiscard}
        cancel={t.common.keepEditing}
        onClose={() => setAsking(false)}
        onConfirm={finish}
      />
    </form>
  )
}

/** Tells the player that a comment is being written, under a name of its own. */
function useComposing(writing: boolean): void {
  const id = useId()
  const dispatch = useDispatch()
  useEffect(() => {
    if (!writing) return
    dispatch(player.startComposing(id))
    return () => void dispatch(player.stopComposing(id))
  }, [writing, id, dispatch])
}
