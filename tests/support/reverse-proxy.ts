/** nginx and Caddy with the configurations of deploy/, on free loopback ports. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findDeploymentProgram } from '../../build/lib/deployment.mjs'
import { freePort } from '../../build/lib/port.mjs'
import { root } from './built-server.ts'

export const certificate = `${root}tests/support/cast/device.crt`
const certificateKey = `${root}tests/support/cast/device.key`

export const proxyNames = ['nginx', 'caddy'] as const
export type ProxyName = (typeof proxyNames)[number]

export interface ReverseProxy {
  /** With HTTPS. */
  origin: string
  /** The port that redirects to HTTPS; undefined for Caddy, which redirects from port 80 only. */
  httpPort: number | undefined
  folder: string
  output(): string
  /** The lines of the access log, oldest first. */
  accessLog(): Record<string, unknown>[]
  /** Loads a changed configuration. Resolves when the new one answers. */
  reload(): Promise<void>
  stop(): Promise<void>
}

export interface ProxyOptions {
  port: number
  /** The ports of one or two servers. */
  servers: number[]
  /** Replacements in the configuration, in addition to ports and paths. */
  replace?: [string, string][]
}

/** Every replacement must apply: otherwise the test would run another configuration. */
function replaceAll(text: string, replacements: readonly [string, string][]): string {
  return replacements.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The configuration does not contain: ${from}`)
    return result.replaceAll(from, to)
  }, text)
}

const readLines = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

interface Process {
  child: ChildProcess
  output(): string
  stop(): Promise<void>
}

function start(command: string, args: string[], env: Record<string, string>, folder: string): Process {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const ended = once(child, 'close')
  return {
    child,
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answering({ child, output }: Process, origin: string): Promise<void> {
  for (let waited = 0; ; waited += 20) {
    const answers = await fetch(`${origin}/healthz`).then(
      () => true,
      () => false,
    )
    if (answers) return
    if (child.exitCode !== null || waited > 10_000) throw new Error(`The proxy did not start:\n${output()}`)
    await sleep(20)
  }
}

/** The path of nginx's file of servers. */
export const upstreamFile = ({ folder }: Pick<ReverseProxy, 'folder'>): string => join(folder, 'strand-upstream.conf')

async function startNginx(program: string, { port, servers, replace = [] }: ProxyOptions): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'strand-nginx-'))
  const httpPort = await freePort()
  const [first = 0, second] = servers
  const upstream = replaceAll(readFileSync(`${root}deploy/nginx/strand-upstream.conf`, 'utf8'), [
    ['127.0.0.1:3000', `127.0.0.1:${first}`],
    ...(second === undefined ? [] : [['# server 127.0.0.1:3001', `server 127.0.0.1:${second}`] satisfies [string, string]]),
  ])
  const site = replaceAll(readFileSync(`${root}deploy/nginx/strand.conf`, 'utf8'), [
    ['    listen [::]:80;\n', ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/letsencrypt/live/strand.example.org/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/strand.example.org/privkey.pem', certificateKey],
    ['/var/log/nginx/strand.log', `${folder}/access.log`],
    ['server_name strand.example.org', 'server_name 127.0.0.1'],
    ...replace,
  ])
  writeFileSync(upstreamFile({ folder }), upstream)
  writeFileSync(join(folder, 'strand.conf'), site)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
     daemon off; worker_processes 2; pid ${folder}/nginx.pid; error_log stderr;
     events {}
     http { access_log off; ${paths} include ${folder}/strand-upstream.conf; include ${folder}/strand.conf; }`,
  )
  const running = start(program, ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {}, folder)
  const origin = `https://127.0.0.1:${port}`
  await answering(running, origin)
  return {
    origin,
    httpPort,
    folder,
    output: running.output,
    accessLog: () => readLines(join(folder, 'access.log')),
    async reload() {
      running.child.kill('SIGHUP')
      // The old workers stop accepting at the same time as the new ones begin.
      await sleep(200)
    },
    stop: running.stop,
  }
}

async function startCaddy(program: string, { port, servers, replace = [] }: ProxyOptions): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'strand-caddy-'))
  const site = replaceAll(readFileSync(`${root}deploy/caddy/Caddyfile`, 'utf8'), [
    // Without the interface for administration, the redirect on port 80, and an authority of its own, which it would install in the system.
    ['{\n\tservers {', '{\n\tadmin off\n\tauto_https off\n\tskip_install_trust\n\tdefault_sni cast-device.test\n\tservers {'],
    ['\t@metrics path', `\ttls ${certificate} ${certificateKey}\n\tbind 127.0.0.1\n\t@metrics path`],
    ['\tlog {', `\tlog {\n\t\toutput file ${folder}/access.log`],
    ...replace,
  ])
  writeFileSync(join(folder, 'Caddyfile'), site)
  const origin = `https://127.0.0.1:${port}`
  const running = start(
    program,
    ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
    {
      SITE_ADDRESS: origin,
      UPSTREAMS: servers.map((server) => `127.0.0.1:${server}`).join(' '),
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    folder,
  )
  await answering(running, origin)
  return {
    origin,
    httpPort: undefined,
    folder,
    output: running.output,
    accessLog: () => readLines(join(folder, 'access.log')),
    reload: () => Promise.reject(new Error('not needed')),
    stop: running.stop,
  }
}

/** The caller trusts the certificate. */
export function startReverseProxy(name: ProxyName, options: ProxyOptions): Promise<ReverseProxy> {
  const program = findDeploymentProgram(name)
  if (program === undefined) throw new Error(`${name} is not installed.`)
  return (name === 'nginx' ? startNginx : startCaddy)(program, options)
}
