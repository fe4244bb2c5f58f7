import { useLayoutEffect, useRef, useState } from 'react'
import { Bookmark } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { bookmarkletAddress } from './bookmarklet.ts'
import styles from './DragLink.module.css'

/** The link to drag to the bookmarks bar. A press explains that, because the content security policy does not run it here. */
export function DragLink() {
  const link = useRef<HTMLAnchorElement>(null)
  const [isPressed, setPressed] = useState(false)
  // React refuses such addresses as a property.
  useLayoutEffect(() => link.current?.setAttribute('href', bookmarkletAddress(location.origin)), [])
  const explain = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    setPressed(true)
  }
  return (
    <div className={styles.box}>
      <a ref={link} className={styles.link} draggable onClick={explain}>
        <Icon as={Bookmark} />
        {t.bookmarklet.button}
      </a>
      <p className={styles.drag}>{t.bookmarklet.drag}</p>
      <p className={styles.hint}>{t.bookmarklet.showBar}</p>
      <p className={styles.touch}>{t.bookmarklet.touch}</p>
      <p role="status" className={styles.pressed}>
        {isPressed && t.bookmarklet.pressed}
      </p>
    </div>
  )
}
