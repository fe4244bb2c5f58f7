import { useCallback, useRef, useState } from 'react'
import { readDraft, writeDraft } from './drafts.ts'
import { useMe } from './session.ts'

export interface Draft<T> {
  /** The draft when the form opened, or null. */
  savedDraft: T | null
  /** Saves the current form; null deletes the draft, such as of a form without input. */
  saveDraft: (value: T | null) => void
  /** Deletes the draft of a form that closes. The form may still change until then, but is not saved again. */
  finishDraft: () => void
}

/**
 * The stored draft of a form.
 *
 * @param name a kind and an id (`post:new`, `comment:c123`)
 * @param parse validates a stored draft, which another version may have written; null if it is invalid
 */
export function useDraft<T>(name: string, parse: (value: unknown) => T | null): Draft<T> {
  const { me } = useMe()
  // If the session ends while the form is open, the draft still belongs to the member who was signed in.
  const [owner, setOwner] = useState(me?.uid)
  if (me && me.uid !== owner) setOwner(me.uid)
  const [savedDraft] = useState(() => {
    const value = me ? readDraft(me.uid, name) : null
    return value === null ? null : parse(value)
  })
  const isFinished = useRef(false)
  const saveDraft = useCallback(
    (value: T | null) => {
      if (owner !== undefined && !isFinished.current) writeDraft(owner, name, value)
    },
    [owner, name],
  )
  const finishDraft = useCallback(() => {
    saveDraft(null)
    isFinished.current = true
  }, [saveDraft])
  return { savedDraft, saveDraft, finishDraft }
}
