import { useEffect, useRef } from 'react'
import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { t } from '#texts/index.ts'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { useNoticeRoom } from './noticeRoom.ts'
import { useNoticeTurn } from './notices.ts'
import { receiveToasts, toastTimes, type Toast } from './toast.ts'
import styles from './Toasts.module.css'

const manager = Base.createToastManager<{ action?: Toast['action'] }>()

/** Containers of inline errors. A toast has its own hidden alert outside of these. */
const errorContainers = ['main', '[role="dialog"]', '[role="alertdialog"]', '[data-notice-area]']

/** Whether an alert on the page already shows the text. */
const isShownInline = (text: string): boolean =>
  [...document.querySelectorAll(errorContainers.map((place) => `${place} [role="alert"]`).join())].some(
    (alert) => alert.textContent.includes(text) && alert.getClientRects().length > 0,
  )

function add({ text, length = 'default', kind = 'plain', action }: Toast): void {
  const show = () =>
    manager.add({
      title: text,
      type: kind,
      timeout: toastTimes[length],
      priority: kind === 'error' ? 'high' : 'low',
      data: { action },
    })
  if (kind !== 'error') return void show()
  // The same error may be about to be rendered inline.
  setTimeout(() => isShownInline(text) || show(), 50)
}

export default function ToastRegion() {
  useEffect(() => receiveToasts(add), [])
  return (
    <Base.Provider toastManager={manager} limit={1}>
      <Base.Portal>
        <Region />
      </Base.Portal>
    </Base.Provider>
  )
}

function Region() {
  const viewport = useRef<HTMLDivElement>(null)
  const { toasts } = Base.useToastManager()
  useNoticeRoom(viewport, true)
  useNoticeTurn('toast', toasts.length > 0)
  return (
    <Base.Viewport ref={viewport} className={styles.viewport}>
      <List />
    </Base.Viewport>
  )
}

function List() {
  const { toasts, close } = Base.useToastManager<{ action?: Toast['action'] }>()
  return toasts.map((toast) => {
    const action = toast.data?.action
    return (
      <Base.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['down', 'right', 'left']}
        className={classes(styles.toast, toast.type === 'error' && styles.error)}
      >
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
