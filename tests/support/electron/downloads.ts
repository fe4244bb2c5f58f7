/** A fake of Electron's `DownloadItem`: its dialog can be changed only within `will-download`, and it ends once. */
import { EventEmitter } from 'node:events'

export interface FakeDownloadOptions {
  url?: string
  redirects?: string[]
  initiator?: string
  name?: string
  total?: number
}

export class FakeDownload extends EventEmitter {
  dialog: Electron.SaveDialogOptions | null = null
  isAnnounced = false
  state: 'progressing' | 'completed' | 'cancelled' | 'interrupted' = 'progressing'
  received = 0
  path = ''
  private readonly options: FakeDownloadOptions

  constructor(options: FakeDownloadOptions) {
    super()
    this.options = options
  }
  getInitiatorOrigin = () => this.options.initiator ?? ''
  getURLChain = () => [...(this.options.redirects ?? []), this.options.url ?? '']
  getFilename = () => this.options.name ?? ''
  getTotalBytes = () => this.options.total ?? 0
  getReceivedBytes = () => this.received
  getSavePath = () => this.path
  setSaveDialogOptions(options: Electron.SaveDialogOptions): void {
    if (this.isAnnounced) throw new Error('setSaveDialogOptions is only available in will-download')
    this.dialog = options
  }
  cancel(): void {
    if (this.state === 'progressing') this.end('cancelled')
  }

  /** The person has chosen a place, or the download continues. */
  progress(received: number, path = this.path): void {
    this.received = received
    this.path = path
    this.emit('updated', {}, 'progressing')
  }
  /** The connection is lost; a server with range requests could resume it. */
  interrupt = () => void this.emit('updated', {}, 'interrupted')
  end(state: 'completed' | 'cancelled' | 'interrupted'): void {
    if (this.state !== 'progressing') throw new Error('The download has ended')
    this.state = state
    this.emit('done', {}, state)
  }
}
