import { useId } from 'react'
import { AudioLines, type LucideIcon } from 'lucide-react'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './DeviceList.module.css'

interface RowProps {
  name: string
  icon: LucideIcon
  state: string
  isActive: boolean
  onChoose: () => void
}

/** A device in the list. */
export function Row({ name, icon, state, isActive, onChoose }: RowProps) {
  const details = useId()
  return (
    <li>
      <button
        type="button"
        className={classes(styles.device, isActive && styles.active)}
        aria-current={isActive ? 'true' : undefined}
        aria-label={name}
        aria-describedby={details}
        onClick={onChoose}
      >
        <Icon as={icon} />
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span id={details} className={styles.state}>
            {state}
          </span>
        </span>
        {isActive && (
          <span className={styles.mark}>
            <Icon as={AudioLines} />
          </span>
        )}
      </button>
    </li>
  )
}
