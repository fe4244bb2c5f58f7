import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './port.mjs'
import { run } from './run.mjs'
import { findProgram, installPackages } from './system.mjs'

/** The folder of initdb and postgres. On Debian they are not in the PATH; the newest version is preferred. */
function findBinaries() {
  const debian = '/usr/lib/postgresql'
  const folders = existsSync(debian)
    ? readdirSync(debian)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => `${debian}/${version}/bin`)
    : []
  const found = findProgram(...folders.map((folder) => `${folder}/initdb`), 'initdb')
  return found && findProgram(join(found, '../postgres')) ? join(found, '..') : undefined
}

async function ensureBinaries() {
  const found = findBinaries()
  if (found) return found
  await installPackages('PostgreSQL', 'postgresql')
  const installed = findBinaries()
  if (!installed) throw new Error('PostgreSQL was installed, but its program initdb was not found.')
  return installed
}

/** The user to run PostgreSQL as if this process is root, which PostgreSQL refuses. @returns {{ uid: number, gid: number } | undefined} */
function findUnprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] =
      readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .find((line) => line.startsWith(`${name}:`))
        ?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL cannot run as root, and neither of the users "postgres" and "nobody" exists.')
}

/** @param {number} port @returns {Promise<boolean>} */
const canConnect = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

const withoutDurability = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/**
 * Starts a temporary cluster, on a free loopback port and in a temporary folder. `stop` ends it and deletes the folder. If this
 * process dies first, the kernel ends the cluster.
 * @param {{ isDurable?: boolean }} [options] a durable cluster waits for the disk, for measurements that include it
 */
export async function startPostgres({ isDurable = false } = {}) {
  const bin = await ensureBinaries()
  const user = findUnprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'strand-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (user) chownSync(folder, user.uid, user.gid)
  /** The command to run a program of PostgreSQL as `user`. @param {string} program @param {string[]} args @returns {[string, string[]]} */
  const commandAsUser = (program, args) => {
    const setpriv = findProgram('setpriv')
    if (!setpriv) throw new Error('PostgreSQL cannot be started: the program setpriv (package util-linux) was not found.')
    const userOptions = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []
    return [setpriv, [...userOptions, '--pdeathsig=INT', join(bin, program), ...args]]
  }
  try {
    const init = ['-D', `${folder}/data`, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
    const { code, output } = await run(...commandAsUser('initdb', init), { cwd: folder, quiet: true })
    if (code !== 0) throw new Error(`PostgreSQL could not create a database cluster:\n${output.trim()}`)

    const port = await freePort()
    const settings = [
      ...(isDurable ? [] : withoutDurability),
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'max_connections=200',
      'timezone=UTC',
    ]
    let log = ''
    async function launch() {
      const server = spawn(
        ...commandAsUser('postgres', ['-D', `${folder}/data`, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]),
        { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
      )
      server.stderr.on('data', (chunk) => (log = (log + chunk).slice(-4000)))
      const ended = new Promise((resolve) => server.once('close', resolve))
      for (let waited = 0; !(await canConnect(port)); waited += 50) {
        if (server.exitCode !== null || waited > 20_000) throw new Error(`PostgreSQL did not start:\n${log.trim()}`)
        await sleep(50)
      }
      /** @param {NodeJS.Signals} [signal] */
      return async (signal = 'SIGINT') => {
        server.kill(signal)
        await ended
      }
    }
    let end = await launch()
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      /**
       * Ends all connections and starts it again.
       * @param {{ downMs: number, isCrash?: boolean }} how time without a server, and whether it ends without writing its data files, so that
       * it recovers from its log
       */
      restart: async ({ downMs, isCrash = false }) => {
        await end(isCrash ? 'SIGQUIT' : 'SIGINT')
        await sleep(downMs)
        end = await launch()
      },
      stop: async () => {
        await end()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
