import type { ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import { Link } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/Icon.tsx'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import type { FilterAddress } from './useFilterAddress.ts'
import styles from './Filters.module.css'

/** Props of each filter. A filter renders its own `<li>` elements, or nothing. */
export interface FilterProps {
  bead: Bead
  address: FilterAddress
}

interface FilterLinkProps {
  href: string
  isActive: boolean
  /** Accessible name, if the content is not one. */
  label?: string
  hasPicture?: boolean
  children: ReactNode
}

/** A filter that is on or off: a link to the list with it or, if it is active, without it. */
export const FilterLink = ({ href, isActive, label, hasPicture, children }: FilterLinkProps) => (
  <li>
    <Link
      href={href}
      className={classes(styles.choice, hasPicture && styles.pictured)}
      aria-current={isActive ? 'true' : undefined}
      aria-label={label}
    >
      {children}
    </Link>
  </li>
)

interface FilterMenuProps {
  name: string
  /** Accessible name of the menu. */
  label: string
  icon: ReactNode
  /** Label of the selected option. */
  selected: string | null
  /** The option that clears the filter. */
  clear: { label: string; onSelect: () => void }
  /** Undefined while loading. */
  options: readonly MenuItem[] | undefined
  isFailed: boolean
  /** Shown if there are no options. */
  empty: string
  /** Called on hover, focus or press, to load the options. */
  onPreload: () => void
}

/** A filter with one of several values, chosen in a menu. */
export function FilterMenu({ name, label, icon, selected, clear, options, isFailed, empty, onPreload }: FilterMenuProps) {
  const messageItem = (id: string, text: string): MenuItem[] => [{ id, label: text, disabled: true }]
  const items: MenuItem[] = !options
    ? messageItem('wait', isFailed ? t.beadPage.choicesFailed : t.beadPage.choosing)
    : options.length === 0 && selected === null
      ? messageItem('none', empty)
      : [{ id: '', label: clear.label, checked: selected === null, onSelect: clear.onSelect }, ...options]
  return (
    <li>
      <Menu
        label={label}
        align="start"
        items={items}
        trigger={({ onClick, onFocus, onPointerEnter, ...properties }) => (
          <button
            type="button"
            {...properties}
            className={classes(styles.choice, selected !== null && styles.chosen)}
            onClick={() => {
              onPreload()
              onClick()
            }}
            onFocus={onFocus}
            onPointerEnter={() => {
              onPreload()
              onPointerEnter()
            }}
          >
            {icon}
            <span className={styles.name}>{selected ?? name}</span>
            <Icon as={ChevronDown} size={16} />
          </button>
        )}
      />
    </li>
  )
}
