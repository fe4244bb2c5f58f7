import type { ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import { Link } from 'wouter'
import type { Bead } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/Icon.tsx'
import { Menu, type MenuItem } from '#ui/Menu.tsx'
import type { Address } from './address.ts'
import styles from './Filters.module.css'

/** What each filter of the bar gets. It draws its own `<li>`s, or nothing where it has nothing to offer. */
export interface FilterProps {
  bead: Bead
  address: Address
}

interface ChoiceProps {
  href: string
  on: boolean
  /** Read out in the place of what is in it. */
  label?: string
  pictured?: boolean
  children: ReactNode
}

/** A filter that is set or not: each state has an address. */
export const Choice = ({ href, on, label, pictured, children }: ChoiceProps) => (
  <li>
    <Link
      href={href}
      className={classes(styles.choice, pictured && styles.pictured)}
      aria-current={on ? 'true' : undefined}
      aria-label={label}
    >
      {children}
    </Link>
  </li>
)

interface ChoicesProps {
  name: string
  /** Of the menu. */
  label: string
  icon: ReactNode
  /** What is chosen, in words. */
  chosen: string | null
  /** The way to no choice at all. */
  none: { label: string; onSelect: () => void }
  /** Undefined as long as it is on its way. */
  options: readonly MenuItem[] | undefined
  failed: boolean
  /** Said where there is nothing to choose. */
  empty: string
  /** Somebody comes near: what there is to choose is fetched now. */
  onWanted: () => void
}

/** A filter with one of several values, which a menu offers. */
export function Choices({ name, label, icon, chosen, none, options, failed, empty, onWanted }: ChoicesProps) {
  const said = (id: string, words: string): MenuItem[] => [{ id, label: words, disabled: true }]
  const items: MenuItem[] = !options
    ? said('wait', failed ? t.beadPage.choicesFailed : t.beadPage.choosing)
    : options.length === 0 && chosen === null
      ? said('none', empty)
      : [{ id: '', label: none.label, checked: chosen === null, onSelect: none.onSelect }, ...options]
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
            className={classes(styles.choice, chosen !== null && styles.chosen)}
            onClick={() => {
              onWanted()
              onClick()
            }}
            onFocus={onFocus}
            onPointerEnter={() => {
              onWanted()
              onPointerEnter()
            }}
          >
            {icon}
            <span className={styles.name}>{chosen ?? name}</span>
            <Icon as={ChevronDown} size={16} />
          </button>
        )}
      />
    </li>
  )
}
