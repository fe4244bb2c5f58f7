import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { Notice, NoticeLink, noticeTitle } from '#ui/Notice.tsx'
import { useNoticesHeld, useNoticeTurn } from '#ui/notices.ts'
import { dropUpdate, receiveUpdates, type Update } from '#ui/update.ts'

/** Display time of an update without interruptions (ms, A9). */
const displayMs = 5000

/** The update banner: shows queued updates one after the other. */
export default function UpdateNotice() {
  const [update, setUpdate] = useState<Update | null>(null)
  useEffect(() => receiveUpdates(setUpdate), [])
  const hasSlot = useNoticeTurn('update', update !== null)
  return hasSlot && update && <Banner key={update.text} update={update} />
}

/** Closes by itself, except while it is hovered or focused or a dialog is open. */
function Banner({ update: { text, action } }: { update: Update }) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isPaused = useNoticesHeld() || isHovered || isFocused
  const remainingMs = useRef(displayMs)
  useEffect(() => {
    if (isPaused) return
    const startedAt = Date.now()
    const timer = setTimeout(dropUpdate, remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current = Math.max(0, remainingMs.current - (Date.now() - startedAt))
    }
  }, [isPaused])
  const runAction = () => {
    action?.onSelect()
    dropUpdate()
  }
  const hasLeft = ({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget)

  return (
    <Notice
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => hasLeft(event) && setFocused(false)}
      actions={action && <NoticeLink onClick={runAction}>{action.label}</NoticeLink>}
      onDismiss={dropUpdate}
    >
      <p className={noticeTitle}>{text}</p>
    </Notice>
  )
}
