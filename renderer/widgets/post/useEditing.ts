import { useRef, useState, type RefObject } from 'react'
import { useDraft } from '#data/useDraft.ts'

interface Editing {
  editing: boolean
  startEditing: () => void
  /** Called after saving or discarding: the focus returns to the comment's menu. */
  stopEditing: () => void
  /** Ref of the comment's list item. */
  line: RefObject<HTMLLIElement | null>
}

/** Only the existence of a draft matters here; `CommentField` reads its text. */
const hasDraft = (value: unknown): true | null => (typeof value === 'string' ? true : null)

/** Whether a comment is being edited. A draft left by a reload or an ended session reopens the editor. */
export function useEditing(id: string, canEdit: boolean): Editing {
  const { savedDraft } = useDraft(`comment:${id}`, hasDraft)
  const [isEditing, setIsEditing] = useState(savedDraft === true)
  const line = useRef<HTMLLIElement>(null)
  return {
    editing: isEditing && canEdit,
    startEditing: () => setIsEditing(true),
    stopEditing: () => {
      setIsEditing(false)
      // After the menu has been rendered.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          line.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus({ preventScroll: true })
      })
    },
    line,
  }
}
