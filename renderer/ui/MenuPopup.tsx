import { Fragment, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { Link } from 'wouter'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { collisionPadding } from './safeArea.ts'
import { focusTaken } from './windowFocus.ts'
import styles from './Menu.module.css'

export interface MenuItem {
  id: string
  label: string
  icon?: ReactNode
  /** Goes there, where `onSelect` does something. */
  href?: string
  onSelect?: () => void
  danger?: boolean
  disabled?: boolean
  /** One of several choices, and whether it is the present one. */
  checked?: boolean
  /** A line above it. */
  separated?: boolean
}

interface MenuPopupProps {
  anchor: RefObject<HTMLButtonElement | null>
  open: boolean
  onOpenChange: (open: boolean) => void
  items: MenuItem[]
  label: string
  align: 'start' | 'end'
  /** Words at its end. */
  note?: string
}

export default function MenuPopup({ anchor, open, onOpenChange, items, label, align, note }: MenuPopupProps) {
  // A page that is gone to gives the focus to its own heading.
  const left = useRef(false)
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) left.current = false
  }, [open])
  return (
    <Base.Root
      open={open}
      modal
      onOpenChange={(next, details) => {
        // The button toggles by itself; a press on it must not close here and open again there.
        if (!next && details.reason === 'outside-press' && anchor.current?.contains(details.event.target as Node)) details.cancel()
        else onOpenChange(next)
      }}
    >
      <Base.Portal>
        {/* Fixed: an item of a menu that lies on the page has the page scrolled clear of the player when it gets the focus, away from under the pointer. */}
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
            finalFocus={() => (left.current || focusTaken(popup.current) ? false : anchor.current)}
          >
            <Choices of={items}>
              {items.map((item) => (
                <Fragment key={item.id}>
                  {item.separated && <Base.Separator className={styles.separator} />}
                  <Item {...item} onLeave={() => (left.current = true)} />
                </Fragment>
              ))}
            </Choices>
            {note !== undefined && (
              <Base.Group className={styles.note}>
                <Base.GroupLabel>{note}</Base.GroupLabel>
              </Base.Group>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Items of which one is the present choice are radio items, and those belong to a group. */
function Choices({ of, children }: { of: MenuItem[]; children: ReactNode }) {
  if (of.every(({ checked }) => checked === undefined)) return children
  return <Base.RadioGroup value={of.find(({ checked }) => checked)?.id}>{children}</Base.RadioGroup>
}

function Item({ id, label, icon, href, onSelect, onLeave, danger, disabled, checked }: MenuItem & { onLeave: () => void }) {
  const inside = (
    <>
      {icon && <span className={styles.icon}>{icon}</span>}
      <span className={styles.label}>{label}</span>
      {checked && <Icon as={Check} size={18} />}
    </>
  )
  const className = classes(styles.item, danger && styles.danger)
  if (href?.startsWith('/'))
    return (
      <Base.LinkItem className={className} closeOnClick onClick={onLeave} render={<Link href={href} />}>
        {inside}
      </Base.LinkItem>
    )
  if (href !== undefined)
    return (
      <Base.LinkItem className={className} closeOnClick href={href} target="_blank" rel="noopener">
        {inside}
      </Base.LinkItem>
    )
  if (checked !== undefined)
    return (
      <Base.RadioItem className={className} value={id} closeOnClick disabled={disabled} onClick={onSelect}>
        {inside}
      </Base.RadioItem>
    )
  return (
    <Base.Item className={className} disabled={disabled} onClick={onSelect}>
      {inside}
    </Base.Item>
  )
}
