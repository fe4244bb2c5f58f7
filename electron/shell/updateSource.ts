/** New versions by electron-updater, from a feed whose files are signed. */
import { verify } from 'node:crypto'
import { AppImageUpdater, DebUpdater, MacUpdater, NsisUpdater, type AppUpdater } from 'electron-updater'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import type { System } from '../policy/actions.ts'
import type { UpdateMethod } from '../policy/update.ts'
import type { Log } from './log.ts'
import type { UpdateSource } from './updates.ts'

export interface FeedOptions {
  /** Address of the folder with the files of the feed (`latest.yml` and others), their signatures and the packages. */
  feed: string
  /** Ed25519 key (SPKI, base64): the feed's files are signed with its private key. */
  publicKey: string
  system: System
  method: UpdateMethod
  log: Log
}

/** Whether the signature (base64) of a file of the feed is that of the publisher. */
export function isSigned(text: string, signature: string, publicKey: string): boolean {
  const key = { key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' } as const
  return verify(null, Buffer.from(text), key, Buffer.from(signature.trim(), 'base64'))
}

/**
 * A file of the feed names the newest version, its share of computers and the checksum of each package. Its signature is beside it
 * (`.sig`), so that a server that was taken over cannot offer other packages.
 */
const signedProvider = (url: string, publicKey: string) =>
  class extends GenericProvider {
    constructor(_options: object, updater: AppUpdater, runtime: ProviderRuntimeOptions) {
      super({ provider: 'generic', url }, updater, runtime)
    }

    protected override async httpRequest(...[address, ...rest]: Parameters<GenericProvider['httpRequest']>): Promise<string | null> {
      const text = await super.httpRequest(address, ...rest)
      const signatureUrl = new URL(address)
      signatureUrl.pathname += '.sig'
      const signature = await super.httpRequest(signatureUrl, ...rest)
      if (text === null || signature === null || !isSigned(text, signature, publicKey))
        throw new Error(`The signature of ${address.pathname} is not valid`)
      return text
    }
  }

function createUpdater(system: System, method: UpdateMethod): AppUpdater {
  if (system === 'win32') return new NsisUpdater()
  if (system === 'darwin') return new MacUpdater()
  return method === 'install' ? new AppImageUpdater() : new DebUpdater()
}

export function createUpdateSource({ feed, publicKey, system, method, log }: FeedOptions): UpdateSource {
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
  updater.setFeedURL({ provider: 'custom', updateProvider: signedProvider(feed, publicKey) })
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
