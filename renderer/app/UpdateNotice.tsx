import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { Notice, NoticeLink, noticeTitle } from '#ui/Notice.tsx'
import { useNoticesHeld, useNoticeTurn } from '#ui/notices.ts'
import { dropUpdate, receiveUpdates, type Update } from '#ui/update.ts'

/** Milliseconds that it stays (A9). */
const stay = 5000

/** The update banner: one piece of news after the other. */
export default function UpdateNotice() {
  const [update, setUpdate] = useState<Update | null>(null)
  useEffect(() => receiveUpdates(setUpdate), [])
  const turn = useNoticeTurn('update', update !== null)
  return turn && update && <Banner key={update.text} update={update} />
}

/** Leaves by itself, but not from under a pointer, the focus or a dialog. */
function Banner({ update: { text, action } }: { update: Update }) {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const waits = useNoticesHeld() || pointed || focused
  const left = useRef(stay)
  useEffect(() => {
    if (waits) return
    const since = Date.now()
    const timer = setTimeout(dropUpdate, left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(0, left.current - (Date.now() - since))
    }
  }, [waits])
  const act = () => {
    action?.onSelect()
    dropUpdate()
  }
  const leaves = ({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget)

  return (
    <Notice
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={(event) => leaves(event) && setFocused(false)}
      actions={action && <NoticeLink onClick={act}>{action.label}</NoticeLink>}
      onDismiss={dropUpdate}
    >
      <p className={noticeTitle}>{text}</p>
    </Notice>
  )
}
