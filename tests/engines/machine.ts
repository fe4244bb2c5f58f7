/** The processes and folders of an engine. They belong to one run and are removed at its end. */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../../build/lib/system.mjs'

export interface Started {
  /** The text that `ready` captured. */
  match: string
  /** Ends the process and its child processes. */
  stop(): Promise<void>
}

export interface Machine {
  /** The home and runtime directory of the processes; removed at the end. */
  folder: string
  /** Starts a process and resolves when its output matches `ready`. */
  start(command: string, args: readonly string[], ready: RegExp, env?: NodeJS.ProcessEnv): Promise<Started>
  /** Ends the processes, the last started first, and removes the folder. */
  close(): Promise<void>
}

const timeoutMs = 30_000

export async function openMachine(): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'strand-engine-'))
  const children = new Set<ChildProcess>()
  const own = {
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'data'),
    TMPDIR: folder,
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    NO_AT_BRIDGE: '1',
    GSETTINGS_BACKEND: 'memory',
    GIO_USE_VFS: 'local',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  }
  // If this process is killed, the kernel ends the children.
  const setpriv = findProgram('setpriv')

  /** The process leads a process group, to which its children belong. */
  const signal = (child: ChildProcess, name: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name)
    } catch {
      // All processes of the group have ended.
    }
  }

  async function end(child: ChildProcess): Promise<void> {
    children.delete(child)
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      const late = setTimeout(() => signal(child, 'SIGKILL'), 3000)
      signal(child, 'SIGTERM')
      await ended
      clearTimeout(late)
    }
    signal(child, 'SIGKILL')
  }

  return {
    folder,
    start(command, args, ready, env = {}) {
      const [program, before] = setpriv ? [setpriv, ['--pdeathsig=KILL', command]] : [command, []]
      // The third pipe is for programs that write their choice, such as a display number, to a file descriptor.
      const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', 'pipe']
      const child = spawn(program, [...before, ...args], { cwd: folder, env: { ...process.env, ...own, ...env }, stdio, detached: true })
      children.add(child)
      return new Promise((resolve, reject) => {
        let output = ''
        const fail = (why: string) => reject(new Error(`${command} ${why}:\n${output.slice(-2000)}`))
        const late = setTimeout(() => fail('did not start'), timeoutMs)
        for (const stream of child.stdio.slice(1))
          stream?.on('data', (chunk: Buffer) => {
            output = (output + chunk.toString()).slice(-20_000)
            const [, found] = ready.exec(output) ?? []
            if (found === undefined) return
            clearTimeout(late)
            resolve({ match: found, stop: () => end(child) })
          })
        child.once('error', (error) => fail(error.message))
        child.once('exit', (code) => {
          clearTimeout(late)
          fail(`ended with code ${code}`)
        })
      })
    },
    async close() {
      for (const child of [...children].reverse()) await end(child)
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** A sound server with a null device: without a device, Firefox decodes no sound. */
export async function startSound(machine: Machine): Promise<NodeJS.ProcessEnv> {
  const pulseaudio = findProgram('pulseaudio')
  if (!pulseaudio) return {}
  const socket = join(machine.folder, 'pulse.socket')
  await machine.start(
    pulseaudio,
    [
      '-n',
      '--daemonize=no',
      '--exit-idle-time=-1',
      '--use-pid-file=no',
      '--disable-shm=yes',
      '--log-target=stderr',
      '--log-level=info',
      '--load=module-null-sink',
      `--load=module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    ],
    /(Daemon startup complete)/,
  )
  return { PULSE_SERVER: `unix:${socket}` }
}

/** A virtual display. Returns the environment variables for its clients. */
export async function startDisplay(machine: Machine): Promise<NodeJS.ProcessEnv> {
  const xvfb = findProgram('Xvfb')
  if (!xvfb) throw new Error('Xvfb was not found.')
  const { match: display } = await machine.start(
    xvfb,
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp', '-noreset'],
    /^(\d+)\n/m,
  )
  return { DISPLAY: `:${display}`, GDK_BACKEND: 'x11', WAYLAND_DISPLAY: '' }
}
