import { useState } from 'react'
import { t } from '#texts/index.ts'
import { Button } from '#ui/Button.tsx'
import { isPopupWindow } from './popupWindow.ts'
import styles from './QuickPost.module.css'

/** Time (ms) after which a window that is still open cannot be closed by a script. */
const closeTimeoutMs = 400

/** Closes the window that the bookmarklet opened; nothing in other windows. */
export function CloseButton() {
  const [isRefused, setRefused] = useState(false)
  if (!isPopupWindow()) return null
  const close = () => {
    window.close()
    setTimeout(() => setRefused(true), closeTimeoutMs)
  }
  return (
    <>
      <Button onClick={close}>{t.bookmarklet.post.close}</Button>
      <p role="status" className={styles.refused}>
        {isRefused && t.bookmarklet.post.closeFailed}
      </p>
    </>
  )
}
