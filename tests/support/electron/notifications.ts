/** A fake of Electron's `Notification`: it must be shown, and one that has been closed cannot be clicked. */
import { EventEmitter } from 'node:events'

export class FakeNotification extends EventEmitter {
  readonly options: Electron.NotificationConstructorOptions
  isShown = false
  private readonly all: FakeNotification[]

  constructor(options: Electron.NotificationConstructorOptions, all: FakeNotification[]) {
    super()
    this.options = options
    this.all = all
  }
  show(): void {
    this.isShown = true
    this.all.push(this)
  }
  close(): void {
    if (!this.isShown) return
    this.isShown = false
    this.all.splice(this.all.indexOf(this), 1)
    this.emit('close', {})
  }
  /** A person clicks it, or its first button. */
  click(part: 'click' | 'action' = 'click'): void {
    if (!this.isShown) throw new Error('This notification is not shown')
    if (part === 'action' && !this.options.actions?.length) throw new Error('This notification has no button')
    this.emit(part, {}, 0, -1)
  }
}
