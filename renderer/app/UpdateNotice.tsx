import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { Notice, NoticeLink, noticeTitle } from '#ui/Notice.tsx'
import { useNoticesHeld, useNoticeTurn } from '#ui/notices.ts'
import { dropUpdate, receiveUpdates, type Update } from '#ui/update.ts'

/** Display time (ms, A9). */
const stay = 5000

/** The update banner: shows queued updates one after the other. */
export default function UpdateNotice() {
  const [update, setUpdate] = useState<Update | null>(null)
  useEffect(() => receiveUpdates(setUpdate), [])
  const turn = useNoticeTurn('update', update !== null)
  return turn && update && <Banner key={update.text} update={update} />
}

/** Closes by itself, except while it is hovered or focused or a dialog is open. */
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
