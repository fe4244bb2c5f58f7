/** New versions by electron-updater, from a feed whose files are signed. */
import { verify } from 'node:crypto'
import { basename } from 'node:path/posix'
import { AppImageUpdater, DebUpdater, MacUpdater, NsisUpdater, type AppUpdater } from 'electron-updater'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import type { System } from '../policy/actions.ts'
import type { UpdateMethod } from '../policy/update.ts'
import { feedDate, isPackageFor, signedText, type PackageTarget } from '../policy/updateFeed.ts'
import type { Log } from './log.ts'
import type { AcceptedDate, UpdateSource } from './updates.ts'

export interface FeedOptions {
  /** Address of the folder with the files of the feed (`latest.yml` and others), their signatures and the packages. */
  feed: string
  /** Ed25519 key (SPKI, base64): the feed's files are signed with its private key. */
  publicKey: string
  system: System
  method: UpdateMethod
  accepted: AcceptedDate
  log: Log
}

/** Whether the signature (base64) of a file of the feed is that of the publisher, for a file of this name. */
export function isSigned(name: string, text: string, signature: string, publicKey: string): boolean {
  const key = { key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' } as const
  return verify(null, Buffer.from(signedText(name, text)), key, Buffer.from(signature.trim(), 'base64'))
}

interface ProviderOptions extends Pick<FeedOptions, 'feed' | 'publicKey' | 'accepted'> {
  target: PackageTarget
}

/**
 * A file of the feed names the newest version, its share of computers and the checksum of each package. Its signature is beside it
 * (`.sig`), so that a server that was taken over cannot offer other packages, nor those that were offered before.
 */
const signedProvider = ({ feed, publicKey, accepted, target }: ProviderOptions) =>
  class extends GenericProvider {
    constructor(_options: object, updater: AppUpdater, runtime: ProviderRuntimeOptions) {
      super({ provider: 'generic', url: feed }, updater, runtime)
    }

    protected override async httpRequest(...[address, ...rest]: Parameters<GenericProvider['httpRequest']>): Promise<string | null> {
      const text = await super.httpRequest(address, ...rest)
      const signatureUrl = new URL(address)
      signatureUrl.pathname += '.sig'
      const signature = await super.httpRequest(signatureUrl, ...rest)
      const name = basename(address.pathname)
      if (text === null || signature === null || !isSigned(name, text, signature, publicKey))
        throw new Error(`The signature of ${address.pathname} is not valid`)
      this.acceptDate(feedDate(text), name)
      return text
    }

    private acceptDate(date: string | null, name: string): void {
      const latest = accepted.get()
      if (date === null || (latest !== null && date < latest)) throw new Error(`${name} is older than one that was accepted before`)
      if (date !== latest) accepted.set(date)
    }

    /** electron-updater would use another package if none fits. */
    override resolveFiles(info: Parameters<GenericProvider['resolveFiles']>[0]): ReturnType<GenericProvider['resolveFiles']> {
      const files = super.resolveFiles(info).filter((file) => isPackageFor(file.info.url, target))
      if (files.length === 0) throw new Error('The feed has no package for this computer')
      return files
    }
  }

function createUpdater(system: System, method: UpdateMethod): AppUpdater {
  if (system === 'win32') return new NsisUpdater()
  if (system === 'darwin') return new MacUpdater()
  return method === 'install' ? new AppImageUpdater() : new DebUpdater()
}

export function createUpdateSource({ feed, publicKey, system, method, accepted, log }: FeedOptions): UpdateSource {
  const updater = createUpdater(system, method)
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = true
  updater.allowDowngrade = false
  updater.disableWebInstaller = true
  updater.logger = {
    info: (message) => log('info', String(message)),
    warn: (message) => log('warn', String(message)),
    error: (message) => log('error', String(message)),
  }
  const target = { system, method, architecture: process.arch }
  updater.setFeedURL({ provider: 'custom', updateProvider: signedProvider({ feed, publicKey, accepted, target }) })
  return {
    async check() {
      const result = await updater.checkForUpdates()
      return result?.isUpdateAvailable === true ? result.updateInfo.version : null
    },
    async download() {
      await updater.downloadUpdate()
    },
    install: () => updater.quitAndInstall(),
  }
}
