/** The sessions of Electron: one for each server, and one for the pages of the application. */
import type { Session } from 'electron'
import { partitionOf } from '../policy/partition.ts'
import type { ElectronModule } from './electronModule.ts'
import type { Log } from './log.ts'

export interface Sessions {
  /** The session of a server; without one, that of the application's own pages. */
  of(server: string | null): Session
  /** Deletes what a server has stored. Never throws. */
  clear(server: string): Promise<void>
}

/** @param prepare installs the guards of a session: called once for each, before a page uses it */
export function createSessions(
  { session }: Pick<ElectronModule, 'session'>,
  prepare: (session: Session, server: string | null) => void,
  log: Log,
): Sessions {
  /** Referenced here, so that each is the same object. */
  const prepared = new Map<string | null, Session>()

  function of(server: string | null): Session {
    const known = prepared.get(server)
    if (known !== undefined) return known
    const created = server === null ? session.defaultSession : session.fromPartition(partitionOf(server))
    prepared.set(server, created)
    prepare(created, server)
    return created
  }

  return {
    of,
    async clear(server) {
      const removed = of(server)
      try {
        await removed.clearData()
        await removed.clearAuthCache()
        const words = await removed.listWordsInSpellCheckerDictionary()
        for (const word of words) removed.removeWordFromSpellCheckerDictionary(word)
      } catch (error) {
        log('warn', `The data of ${server} could not be deleted`, error)
      }
    },
  }
}
