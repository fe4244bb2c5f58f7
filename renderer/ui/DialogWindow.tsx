import { useState } from 'react'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { t } from '../texts/index.ts'
import { classes } from './classes.ts'
import type { DialogProps } from './Dialog.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './Dialog.module.css'

/**
 * Back to what had the focus. Where that is gone, as the menu of a post that was deleted is, to its neighbour in
 * the list, or else to the page: never to nowhere.
 */
function returnTo(opener: HTMLElement | null, place: Element | null) {
  return () => {
    if (opener?.isConnected && opener !== document.body) return opener
    return (place?.isConnected ? place.querySelector<HTMLElement>('a, button') : null) ?? document.getElementById('main') ?? true
  }
}

function neighbourOf(opener: HTMLElement | null): Element | null {
  const item = opener?.closest('li')
  return item?.nextElementSibling ?? item?.previousElementSibling ?? null
}

export default function DialogWindow(props: DialogProps & { opener: HTMLElement | null }) {
  const { open, onClose, onClosed, title, hideTitle, description, canClose, closable = true, size = 'small', actions, children } = props
  // Looked for while the opener is still there.
  const [place] = useState(() => neighbourOf(props.opener))
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (next) return
        if (!closable || canClose?.() === false) details.cancel()
        else onClose()
      }}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={classes(styles.popup, styles[size])} initialFocus={props.initialFocus} finalFocus={props.finalFocus ?? returnTo(props.opener, place)}>
            <div className={classes(styles.head, hideTitle && styles.bareHead)}>
              <Base.Title className={hideTitle ? styles.hiddenTitle : styles.title}>{title}</Base.Title>
              {closable && (
                <Base.Close render={<IconButton name={t.common.close} icon={<Icon as={X} />} className={styles.close} />} />
              )}
            </div>
            {description && <Base.Description className={styles.description}>{description}</Base.Description>}
            <div className={styles.body}>{children}</div>
            {actions && <div className={styles.actions}>{actions}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
