import { useEffect, useState } from 'react'
import { UpdateBanner } from '../ui/UpdateBanner.tsx'
import { dropUpdate, receiveUpdates, type Update } from '../ui/update.ts'

/** What is new, one after the other, over the page. */
export default function Notices() {
  const [update, setUpdate] = useState<Update | null>(null)
  useEffect(() => receiveUpdates(setUpdate), [])
  return update && <UpdateBanner key={update.text} update={update} onGone={dropUpdate} />
}
