import { useEffect, useRef, type RefObject } from 'react'
import type { Bead, Post } from '#contract/schemas.ts'
import { useMovePostMutation } from '#data/beadPage.ts'
import { targetAt, type Target } from '#data/reorder.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'

interface Moves {
  /** The items of the last render: more may load during a drag. */
  latestItems: RefObject<readonly Post[]>
  /** Moves a post behind another one, or to either end. */
  moveTo: (id: string, to: Target) => void
  /** Moves a post to an index of the loaded items. */
  moveToIndex: (id: string, index: number) => void
}

/** Moves posts of a playlist, and shows a toast that can undo the move. */
export function useMoveWithUndo(bead: Bead, items: readonly Post[], announce: (text: string) => void): Moves {
  const latestItems = useRef(items)
  const [move] = useMovePostMutation()
  useEffect(() => {
    latestItems.current = items
  })
  const currentIds = () => latestItems.current.map(({ id }) => id)

  const moveTo = (id: string, to: Target) => {
    const ids = currentIds()
    const post = latestItems.current.find((one) => one.id === id)
    if (!post) return
    const back = targetAt(ids, id, ids.indexOf(id))
    void move({ bead: bead.id, post, to, back }).then(({ error }) => {
      // The mutation has reported the error and reverted its optimistic update.
      if (error) return
      const undo = () => {
        void move({ bead: bead.id, post, to: back, back: to })
        announce(t.beadPage.undone)
      }
      showToast({ text: t.beadPage.moved(post.title), action: { label: t.common.undo, onSelect: undo }, now: true })
    })
  }
  return { latestItems, moveTo, moveToIndex: (id, index) => moveTo(id, targetAt(currentIds(), id, index)) }
}
