import { useId } from 'react'
import { t } from '../../texts/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { setTheme, useTheme } from '../theme.ts'
import { themes } from '../top/themes.ts'
import styles from './LeftMenu.module.css'

/** On a telephone the bar has no room for it. */
export function ThemeChoice() {
  const theme = useTheme()
  const name = useId()
  return (
    <fieldset className={styles.themes}>
      <legend className={styles.legend}>{t.shell.theme}</legend>
      {themes.map(({ id, icon, label }) => (
        <label key={id} className={styles.theme} title={label()}>
          <input type="radio" name={name} checked={theme === id} aria-label={label()} onChange={() => setTheme(id)} />
          <Icon as={icon} />
        </label>
      ))}
    </fieldset>
  )
}
