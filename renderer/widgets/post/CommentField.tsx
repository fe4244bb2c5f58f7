import { useEffect, useId, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { useDispatch } from 'react-redux'
import { limits } from '#contract/limits.ts'
import { failureMessage, isFailure, isSessionEnd } from '#data/index.ts'
import { useDraft } from '#data/useDraft.ts'
import { player } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { Confirm } from '#ui/Confirm.tsx'
import { DraftNotice } from '#ui/DraftNotice.tsx'
import { Field } from '#ui/Field.tsx'
import { showToast } from '#ui/toast.ts'
import { TextAutocomplete } from '../lookup/index.ts'
import styles from './CommentField.module.css'

interface CommentFieldProps {
  /** The post of a new comment, the comment that is edited: the draft is kept under it. */
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

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** How many characters are left when it begins to be said. */
const nearTheEnd = 500

/** The text of a comment while it is written, for new ones and for edits. While it holds something nothing advances (L7). */
export function CommentField({ of, initial = '', submit, onSubmit, onDone, ref }: CommentFieldProps) {
  const { found, keep } = useDraft(`comment:${of}`, asText)
  const [text, setText] = useState(found ?? initial)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** What is asked about before it throws away what was written. */
  const [asking, setAsking] = useState<'discard' | 'startOver' | null>(null)
  const [restored, setRestored] = useState(found !== null && found !== initial)
  const form = useRef<HTMLFormElement>(null)
  const written = text.trim() !== '' && text !== initial
  // The placeholder is no comment of anybody's.
  useComposing(written && text.trim() !== t.post.commentPlaceholder)
  useEffect(() => keep(written ? text : null), [keep, text, written])

  const empty = () => {
    keep(null)
    setText(initial)
    setError(null)
    setRestored(false)
  }
  const finish = () => {
    empty()
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
      else if (isSessionEnd(reason)) setError(null)
      // Its writer has gone on to another post; the draft waits for them.
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
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !busy) void send()
    if (event.key !== 'Escape' || !written) return
    // Whatever the comment stands in is not to close over it.
    event.stopPropagation()
    setAsking('discard')
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
      {restored && <DraftNotice onStartOver={() => setAsking('startOver')} />}
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
          <Button size="small" kind="plain" disabled={busy} onClick={() => (written ? setAsking('discard') : finish())}>
            {t.post.commentDiscard}
          </Button>
        )}
        <Button size="small" kind="primary" type="submit" busy={busy}>
          {submit}
        </Button>
      </div>
      <Confirm
        open={asking !== null}
        title={t.common.unsavedTitle}
        confirm={asking === 'startOver' ? t.common.startOver : t.post.commentDiscard}
        cancel={t.common.keepEditing}
        onClose={() => setAsking(null)}
        onConfirm={asking === 'startOver' ? empty : finish}
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
