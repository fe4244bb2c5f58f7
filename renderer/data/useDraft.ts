import { useCallback, useState } from 'react'
import { readDraft, writeDraft } from './drafts.ts'
import { useMe } from './session.ts'

export interface Draft<T> {
  /** What had been left unsent when the form opened; null where nothing was. */
  found: T | null
  /** The form as it is now; null once it was sent or thrown away. */
  keep: (value: T | null) => void
}

/**
 * The draft of a form, by a name that says what is written about what (`post:new`, `comment:c123`). `sound` reads
 * what was kept, by a former version perhaps: null where it is of no use.
 */
export function useDraft<T>(name: string, sound: (value: unknown) => T | null): Draft<T> {
  const { me } = useMe()
  // A session may end under what is being written: it stays its writer's.
  const [writer, setWriter] = useState(me?.uid)
  if (me && me.uid !== writer) setWriter(me.uid)
  const [found] = useState(() => {
    const value = me ? readDraft(me.uid, name) : null
    return value === null ? null : sound(value)
  })
  const keep = useCallback(
    (value: T | null) => {
      if (writer !== undefined) writeDraft(writer, name, value)
    },
    [writer, name],
  )
  return { found, keep }
}
