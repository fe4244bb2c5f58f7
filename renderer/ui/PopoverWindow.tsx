import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Popover as Base } from '@base-ui/react/popover'
import { collisionPadding } from './safeArea.ts'
import styles from './Popover.module.css'

export interface PopoverProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The toggle button. The popup opens below it; Escape returns the focus to it. */
  anchor: RefObject<HTMLElement | null>
  /** The popup's accessible name. */
  label: string
  align?: 'start' | 'end'
  children: ReactNode
}

export default function PopoverWindow({ open, onOpenChange, anchor, label, align = 'end', children }: PopoverProps) {
  const popup = useRef<HTMLDivElement>(null)
  // After Escape the focus returns to the button; otherwise it stays where the user moved it.
  const escaped = useRef(false)
  useEffect(() => {
    if (open) escaped.current = false
  }, [open])
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        // Ignores a press on the button: it would close the popup, and the click that follows would reopen it.
        const isOutside = details.reason === 'outside-press' || details.reason === 'focus-out'
        if (!next && isOutside && anchor.current?.contains(details.event.target as Node)) details.cancel()
        else {
          escaped.current = details.reason === 'escape-key'
          onOpenChange(next)
        }
      }}
    >
      <Base.Portal>
        <Base.Positioner
          className={styles.positioner}
          anchor={anchor}
          align={align}
          sideOffset={6}
          collisionPadding={collisionPadding(8)}
          positionMethod="fixed"
        >
          <Base.Popup
            ref={popup}
            className={styles.popup}
            aria-label={label}
            initialFocus={popup}
            finalFocus={() => (escaped.current ? anchor.current : false)}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
