import { Fragment, useSyncExternalStore } from 'react'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import { t } from '#texts/index.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Icon } from '#ui/Icon.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { shortcutSetting } from './setting.ts'
import { groups, type Shortcut } from './table.ts'
import styles from './ShortcutsDialog.module.css'

/** Dialog listing all shortcuts by group, with the on/off setting. */
export default function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const on = useSyncExternalStore(shortcutSetting.subscribe, shortcutSetting.read)
  return (
    <Dialog open={open} onClose={onClose} title={t.shortcuts.title} size="large">
      <label className={styles.setting}>
        <input
          type="checkbox"
          className={styles.box}
          checked={on}
          onChange={({ currentTarget }) => shortcutSetting.write(currentTarget.checked)}
          aria-describedby="shortcuts-hint"
        />
        <span>
          <span className={styles.enabled}>{t.shortcuts.enabled}</span>
          <span id="shortcuts-hint" className={styles.hint}>
            {on ? t.shortcuts.enabledHint : t.shortcuts.off}
          </span>
        </span>
      </label>
      <div className={styles.groups} data-off={on ? undefined : ''}>
        {groups.map(({ name, shortcuts }) => (
          <section key={name} className={styles.group} aria-labelledby={`shortcuts-${name}`}>
            <h3 id={`shortcuts-${name}`} className={styles.name}>
              {t.shortcuts.groups[name]}
            </h3>
            <dl className={styles.list}>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.action} className={styles.row}>
                  <dt>{t.shortcuts.does[shortcut.action]}</dt>
                  <dd className={styles.keys}>
                    <Keys of={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** `=` is an alias of `+` (same key on many keyboards) and is not listed. */
const isListed = (key: string) => key !== '='

/** The keys of a shortcut, joined by "or"; a range as its first and last key. */
function Keys({ of: { keys, range, inPlayer } }: { of: Shortcut }) {
  if (range)
    return (
      <>
        <Key name={keys[0]!} /> <span className={styles.or}>{t.shortcuts.to}</span> <Key name={keys.at(-1)!} />
      </>
    )
  return keys.filter(isListed).map((key, at) => (
    <Fragment key={key}>
      {at > 0 && <span className={styles.or}>{t.shortcuts.or}</span>}
      <Key name={key} />
      {inPlayer?.includes(key) && <span className={styles.or}>{t.shortcuts.inPlayer}</span>}
    </Fragment>
  ))
}

const arrows = {
  ArrowLeft: { icon: ArrowLeft, name: () => t.shortcuts.keys.left },
  ArrowRight: { icon: ArrowRight, name: () => t.shortcuts.keys.right },
  ArrowUp: { icon: ArrowUp, name: () => t.shortcuts.keys.up },
  ArrowDown: { icon: ArrowDown, name: () => t.shortcuts.keys.down },
} as const

/** One key, or Shift and a key. */
function Key({ name }: { name: string }) {
  const [letter, shift] = name.split('+', 2).filter(Boolean).reverse()
  if (shift !== undefined)
    return (
      <>
        <kbd className={styles.key}>{t.shortcuts.keys.shift}</kbd>
        <Key name={letter!} />
      </>
    )
  const arrow = name in arrows ? arrows[name as keyof typeof arrows] : null
  return (
    <kbd className={styles.key}>
      {arrow ? (
        <>
          <Icon as={arrow.icon} size={16} />
          <VisuallyHidden>{arrow.name()}</VisuallyHidden>
        </>
      ) : name === 'Space' ? (
        t.shortcuts.keys.space
      ) : name === '-' ? (
        '−'
      ) : (
        name.toUpperCase()
      )}
    </kbd>
  )
}
