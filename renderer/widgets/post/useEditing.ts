import { useRef, useState, type RefObject } from 'react'
import { useDraft } from '#data/useDraft.ts'

interface Editing {
  editing: boolean
  begin: () => void
  /** Sent, or thrown away: the focus goes back to the comment's menu. */
  end: () => void
  line: RefObject<HTMLLIElement | null>
}

const kept = (value: unknown): true | null => (typeof value === 'string' ? true : null)

/** Whether a comment is being changed. What was being changed when the page or the session ended is open again with it. */
export function useEditing(id: string, may: boolean): Editing {
  const { found } = useDraft(`comment:${id}`, kept)
  const [asked, setAsked] = useState(found === true)
  const line = useRef<HTMLLIElement>(null)
  return {
    editing: asked && may,
    begin: () => setAsked(true),
    end: () => {
      setAsked(false)
      // Drawn by then.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          line.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus({ preventScroll: true })
      })
    },
    line,
  }
}
