import { Fragment, useEffect, useRef, type ReactNode } from 'react'
import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { Link } from 'wouter'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import type { MenuWindow } from './MenuButton.tsx'
import { collisionPadding } from './safeArea.ts'
import { focusTaken } from './windowFocus.ts'
import styles from './Menu.module.css'

export interface MenuItem {
  id: string
  label: string
  icon?: ReactNode
  /** Navigates, instead of `onSelect`. */
  href?: string
  onSelect?: () => void
  /** `onSelect` may start the player, whose code loads when the item is reached. */
  plays?: boolean
  danger?: boolean
  disabled?: boolean
  /** For a choice among several: whether it is the current one. */
  checked?: boolean
  /** Has a separator above it. */
  separated?: boolean
}

export interface MenuPopupProps extends MenuWindow {
  items: MenuItem[]
  label: string
  align: 'start' | 'end'
  /** Text at its end. */
  note?: string
}

export default function MenuPopup({ anchor, open, onOpenChange, items, label, align, note }: MenuPopupProps) {
  // A page that is navigated to focuses its own heading.
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
        // The button toggles on click; its press must not close the menu here and reopen it there.
        if (!next && details.reason === 'outside-press' && anchor.current?.contains(details.event.target as Node)) details.cancel()
        else onOpenChange(next)
      }}
    >
      <Base.Portal>
        {/* Fixed: focusing an item of a menu in the page would scroll the page clear of the player, away from under the pointer. */}
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

/** Items with a current choice are radio items, and radio items belong to a group. */
function Choices({ of, children }: { of: MenuItem[]; children: ReactNode }) {
  if (of.every(({ checked }) => checked === undefined)) return children
  return <Base.RadioGroup value={of.find(({ checked }) => checked)?.id}>{children}</Base.RadioGroup>
}

function Item({ id, label, icon, href, onSelect, plays, onLeave, danger, disabled, checked }: MenuItem & { onLeave: () => void }) {
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
    <Base.Item className={className} disabled={disabled} data-plays={plays ? '' : undefined} onClick={onSelect}>
      {inside}
    </Base.Item>
  )
}
