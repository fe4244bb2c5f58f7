/** Notifications of the system. */
import type { Notification } from 'electron'
import type { ElectronModule } from './electronModule.ts'
import type { Log } from './log.ts'

/** Older ones are closed. */
export const maxShown = 20

export interface Notice {
  /** A notification with the same tag is replaced. */
  tag: string
  title: string
  body: string
  /** A button with the same effect as a click, on systems that have them. */
  button?: string
  onClick(): void
}

export interface Notifier {
  show(notice: Notice): void
}

export function createNotifier(
  { Notification }: Pick<ElectronModule, 'Notification'>,
  { icon, log }: { icon: string; log: Log },
): Notifier {
  /** Referenced here: one that is garbage-collected has no effect when it is clicked. The oldest one is first. */
  const shown = new Map<string, Notification>()

  function close(tag: string): void {
    shown.get(tag)?.close()
    shown.delete(tag)
  }

  return {
    show({ tag, title, body, button, onClick }) {
      if (!Notification.isSupported()) return
      close(tag)
      const [oldest] = shown.keys()
      if (oldest !== undefined && shown.size >= maxShown) close(oldest)
      const actions = button === undefined ? [] : [{ type: 'button' as const, text: button }]
      const notification = new Notification({ title, body, icon, actions })
      const activate = (): void => {
        close(tag)
        onClick()
      }
      notification.on('click', activate)
      notification.on('action', activate)
      notification.on('failed', (_event, error) => log('warn', `A notification could not be shown: ${error}`))
      shown.set(tag, notification)
      notification.show()
    },
  }
}
