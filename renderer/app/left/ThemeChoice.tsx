import { useId } from 'react'
import { t } from '#texts/index.ts'
import { Icon } from '#ui/Icon.tsx'
import { setTheme, useTheme } from '../theme.ts'
import { themes } from '../top/themes.ts'
import styles from './LeftMenu.module.css'

/**
 * The theme buttons in the left menu, because the top bar has no space for its theme menu on a phone. Not a fieldset:
 * WebKit renders a legend over the border, outside the row.
 */
export function ThemeChoice() {
  const theme = useTheme()
  const name = useId()
  return (
    <div role="group" aria-labelledby={`${name}-label`} className={styles.themes}>
      <span id={`${name}-label`} className={styles.legend}>
        {t.shell.theme}
      </span>
      {themes.map(({ id, icon, label }) => (
        <label key={id} className={styles.theme} title={label()}>
          <input type="radio" name={name} checked={theme === id} aria-label={label()} onChange={() => setTheme(id)} />
          <Icon as={icon} />
        </label>
      ))}
    </div>
  )
}
