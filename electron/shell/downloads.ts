/** Downloads: the system's dialog for the place, progress in the task bar, and a notification at the end. */
import { basename } from 'node:path'
import type { DownloadItem, Session } from 'electron'
import { desktop } from '#texts/en/desktop.ts'
import { downloadName, isOwnDownload, type DownloadProgress } from '../policy/downloads.ts'
import type { Log } from './log.ts'
import type { Notifier } from './notifier.ts'

export interface DownloadOptions {
  notifier: Notifier
  log: Log
  showInFolder(path: string): void
  /** The downloads that run have changed. */
  onProgress(downloads: readonly DownloadProgress[]): void
}

/** Returns a function that follows the downloads of the session of a server. Their progress is reported together. */
export function createDownloadWatcher(options: DownloadOptions): (session: Session, server: string | null) => void {
  const running = new Set<DownloadItem>()
  let count = 0

  const report = (): void =>
    options.onProgress([...running].map((item) => ({ received: item.getReceivedBytes(), total: item.getTotalBytes() })))

  function start(item: DownloadItem): void {
    const tag = `download-${++count}`
    let isInterrupted = false
    item.setSaveDialogOptions({ defaultPath: downloadName(item.getFilename(), desktop.downloads.fallbackName) })
    running.add(item)
    item.on('updated', (_event, state) => {
      // Electron does not resume by itself, and such a download never ends.
      if (state === 'interrupted') {
        isInterrupted = true
        item.cancel()
      }
      report()
    })
    item.once('done', (_event, state) => {
      running.delete(item)
      report()
      if (state === 'completed') notifyCompleted(item.getSavePath(), tag, options)
      // A person who cancels the dialog needs no message.
      else if (state === 'interrupted' || isInterrupted) notifyFailed(item.getFilename(), tag, options)
    })
    report()
  }

  return (session, server) => {
    session.on('will-download', (event, item) => {
      const request = { initiator: item.getInitiatorOrigin(), urls: item.getURLChain(), server }
      if (isOwnDownload(request)) return start(item)
      options.log('warn', `A download of ${request.initiator || 'an unknown page'} was refused`)
      event.preventDefault()
    })
  }
}

function notifyCompleted(path: string, tag: string, { notifier, showInFolder }: DownloadOptions): void {
  const { completed, showInFolder: button } = desktop.downloads
  notifier.show({ tag, title: completed, body: basename(path), button, onClick: () => showInFolder(path) })
}

function notifyFailed(name: string, tag: string, { notifier }: DownloadOptions): void {
  const { failed, failedText, fallbackName } = desktop.downloads
  notifier.show({ tag, title: failed, body: failedText(downloadName(name, fallbackName)), onClick: () => undefined })
}
