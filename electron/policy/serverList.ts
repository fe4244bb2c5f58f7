/** The servers that the person has chosen. The stored list is data of a file, so it is validated. */
import { isServerOrigin } from './serverAddress.ts'

export interface ServerList {
  /** Origins, in the order in which they were added. */
  servers: readonly string[]
  current: string | null
}

export const maxServers = 20

export const emptyServerList: ServerList = { servers: [], current: null }

/** Adds a server, or selects it if it is in the list. A full list loses its oldest other server. */
export function addServer({ servers }: ServerList, origin: string): ServerList {
  if (servers.includes(origin)) return { servers, current: origin }
  return { servers: [...servers.slice(Math.max(0, servers.length - maxServers + 1)), origin], current: origin }
}

export const selectServer = (list: ServerList, origin: string): ServerList =>
  list.servers.includes(origin) ? { ...list, current: origin } : list

/** Removes a server. If it was the current one, none is current until the person chooses. */
export const removeServer = ({ servers, current }: ServerList, origin: string): ServerList => ({
  servers: servers.filter((server) => server !== origin),
  current: current === origin ? null : current,
})

/** The servers that a change has removed from the list. */
export const removedServers = (before: ServerList, after: ServerList): string[] =>
  before.servers.filter((origin) => !after.servers.includes(origin))

/** Reads a stored list. Invalid entries are left out. */
export function parseServerList(stored: unknown): ServerList {
  if (typeof stored !== 'object' || stored === null || !('servers' in stored) || !Array.isArray(stored.servers)) return emptyServerList
  const servers = [...new Set<string>(stored.servers.filter(isServerOrigin))].slice(0, maxServers)
  const current = 'current' in stored && servers.find((server) => server === stored.current)
  return { servers, current: current || null }
}
