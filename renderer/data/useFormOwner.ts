import { useState } from 'react'
import { useSelector } from 'react-redux'
import type { Me } from '#contract/schemas.ts'
import type { DialogsState } from './dialogs.ts'

export interface FormOwner {
  /** The member whose forms are mounted, also after the session has expired. Null for visitors, and after a log-out. */
  member: Me | null
  /** No member is signed in, and no log-in dialog of an expired session is open: the forms must be hidden. */
  isSignedOut: boolean
}

/**
 * The member to whom the forms of a page belong. When a session expires, a log-in dialog opens and the forms stay mounted, so that unsaved
 * input survives the next log-in of the same member. A log-out discards the input.
 *
 * @param me undefined while unknown
 */
export function useFormOwner(me: Me | null | undefined): FormOwner {
  const isPrompted = useSelector(({ dialogs }: { dialogs: Pick<DialogsState, 'auth'> }) => dialogs.auth?.ended === true)
  const [member, setMember] = useState<Me | null>(null)
  const [hasEnded, setHasEnded] = useState(false)
  if (me && member !== me) {
    setMember(me)
    setHasEnded(false)
  }
  if (me === null && member && !hasEnded) {
    if (isPrompted) setHasEnded(true)
    else setMember(null)
  }
  return { member, isSignedOut: me === null && !(isPrompted && member) }
}
