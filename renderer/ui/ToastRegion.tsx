import { useEffect } from 'react'
import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { t } from '../texts/index.ts'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { receiveToasts, toastTimes, type Toast } from './toast.ts'
import styles from './Toasts.module.css'

const manager = Base.createToastManager<{ action?: Toast['action'] }>()

const add = ({ text, length = 'default', kind = 'plain', action }: Toast) =>
  manager.add({
    title: text,
    type: kind,
    timeout: toastTimes[length],
    priority: kind === 'error' ? 'high' : 'low',
    data: { action },
  })

export default function ToastRegion() {
  useEffect(() => receiveToasts(add), [])
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport className={styles.viewport}>
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function List() {
  const { toasts, close } = Base.useToastManager<{ action?: Toast['action'] }>()
  return toasts.map((toast) => {
    const action = toast.data?.action
    return (
      <Base.Root key={toast.id} toast={toast} swipeDirection={['down', 'right', 'left']} className={classes(styles.toast, toast.type === 'error' && styles.error)}>
        <Base.Content className={styles.content}>
          <Base.Title className={styles.text} render={<p />} />
          {action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                action.onSelect()
                close(toast.id)
              }}
            >
              {action.label}
            </button>
          )}
          <Base.Close render={<IconButton name={t.common.dismiss} icon={<Icon as={X} size={18} />} className={styles.close} />} />
        </Base.Content>
      </Base.Root>
    )
  })
}
