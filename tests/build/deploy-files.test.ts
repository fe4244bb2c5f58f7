/** The files in deploy/ against each other and against the server. What Debian can run is tested by proxies.test.ts and others. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectLimits } from '#contract/rules.ts'
import { connectionLimits } from '#http/connections.ts'
import { requestTimeoutMs } from '#objects/s3-requests.ts'
import { shutdownLimits } from '#http/shutdown.ts'
import { loadConfig } from '../../server/config.ts'
import { importMs } from '../../server/features/importExport/service.ts'
import { variables } from '../../server/config/variables.ts'
import { root } from '../support/built-server.ts'
import { readDockerfile } from '../support/dockerfile.ts'

const read = (path: string): string => readFileSync(root + path, 'utf8')

describe('BY27 the container file', () => {
  const stages = readDockerfile()
  const last = stages.at(-1)!

  it('copies only what exists, and what .dockerignore lets through', () => {
    const allowed = new Set(
      read('.dockerignore')
        .split('\n')
        .filter((line) => line.startsWith('!'))
        .map((line) => line.slice(1)),
    )
    const sources = stages.flatMap(({ copies }) => copies.filter(({ from }) => from === undefined).flatMap((copy) => copy.sources))
    expect(sources.length).toBeGreaterThan(15)
    for (const source of sources) {
      expect(existsSync(root + source), source).toBe(true)
      expect(allowed, source).toContain(source.split('/')[0])
    }
    for (const name of allowed) expect(sources.map((source) => source.split('/')[0])).toContain(name)
  })

  it('copies from stages that exist', () => {
    const names = stages.map(({ name }) => name)
    for (const { from } of stages.flatMap(({ copies }) => copies)) if (from !== undefined) expect(names).toContain(from)
  })

  it('builds and runs on one pinned version of Node and Debian, which package.json permits', () => {
    const versions = stages.map(({ image }) => /^node:(\d+\.\d+\.\d+)-(bookworm)(?:-slim)?$/.exec(image)?.slice(1).join(' '))
    expect(new Set(versions).size).toBe(1)
    expect(Number(versions[0]?.split('.')[0])).toBeGreaterThanOrEqual(20)
  })

  it('runs as an unprivileged user, and checks its health', () => {
    expect(last.instructions).toContain('USER node')
    expect(last.instructions.at(-1)).toBe('CMD ["node", "build/serve.mjs"]')
    expect(last.instructions.find((line) => line.startsWith('HEALTHCHECK'))).toContain('/healthz')
  })
})

describe('BY27 nginx and the server', () => {
  const site = read('deploy/nginx/strand.conf')
  const seconds = (text: string, setting: string) => Number(new RegExp(`${setting} (\\d+)s;`).exec(text)?.[1])

  it('nginx keeps a silent WebSocket for more than two pings', () => {
    const [, location = ''] = /location = \/api\/v2\/connect \{(.*?)\}/s.exec(site) ?? []
    expect(location).toContain('proxy_pass http://strand;')
    expect(1000 * seconds(location, 'proxy_read_timeout')).toBeGreaterThan(2 * connectLimits.pingMs)
  })

  it('nginx waits for a server as long as the server waits for the object storage, and has time to repeat a read', () => {
    const [general = ''] = site.split('location / {\n        proxy_pass')
    const readSeconds = seconds(general, 'proxy_read_timeout')
    expect(1000 * readSeconds).toBeGreaterThan(requestTimeoutMs)
    expect(seconds(general, 'proxy_next_upstream_timeout')).toBeGreaterThan(readSeconds)
  })

  it('nginx waits for an import', () => {
    const [, location = ''] = /location ~ \S*import\S* \{(.*?)\}/s.exec(site) ?? []
    expect(location).toContain('proxy_pass http://strand;')
    expect(1000 * seconds(location, 'proxy_read_timeout')).toBeGreaterThan(1.5 * importMs)
  })

  it('nginx closes idle connections to a server before the server does, and within the time in which it drains', () => {
    const idle = seconds(read('deploy/nginx/strand-upstream.conf'), 'keepalive_timeout')
    expect(1000 * idle).toBeLessThan(connectionLimits.idleMs)
    expect(idle).toBeLessThan(Number(/STRAND_DRAIN_SECONDS=(\d+)/.exec(read('deploy/systemd/strand@.service'))?.[1]))
  })
})

describe('BY27 rolling-restart.sh', () => {
  let folder: string
  let upstream: string
  /** The servers of the upstream, as nginx reads them. */
  const servers = () => [...readFileSync(upstream, 'utf8').matchAll(/^ *server (.*);/gm)].map(([, server]) => server)

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'strand-rolling-'))
    upstream = join(folder, 'upstream.conf')
    const both = read('deploy/nginx/strand-upstream.conf').replace('# server', 'server')
    writeFileSync(upstream, both.replaceAll(/(127\.0\.0\.1:\d+)[^;]*;/g, '$1 max_fails=1;'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** `broken`: the server that systemd cannot start. */
  function restart(ports: string[], broken?: string) {
    const log = join(folder, 'log')
    const systemctl = `#!/bin/sh\ngrep -h ' down' ${upstream} >> ${log}\necho "$*" >> ${log}\n[ "$2" != "strand@${broken ?? ''}" ]\n`
    writeFileSync(join(folder, 'systemctl'), systemctl, { mode: 0o755 })
    rmSync(log, { force: true })
    const env = { PATH: `${folder}:${process.env.PATH}`, UPSTREAM: upstream }
    const { status, stderr } = spawnSync(`${root}deploy/nginx/rolling-restart.sh`, ports, { env, encoding: 'utf8' })
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []
    return { status, stderr, restarted: lines.filter((line) => line.startsWith('restart')) }
  }

  it('a server did not start, and the script runs again: this server begins, and none is taken out before it is ready', () => {
    const both = ['127.0.0.1:3000 max_fails=1', '127.0.0.1:3001 max_fails=1']
    expect(restart(['3000', '3001'], '3001').status).toBe(1)
    expect(servers()).toEqual([both[0], `${both[1]} down`])
    const again = restart(['3000', '3001'], '3001')
    expect(again).toMatchObject({ status: 1, restarted: ['restart strand@3001'] })
    expect(again.stderr).toContain('strand@3001 did not start.')
    expect(servers()).toEqual([both[0], `${both[1]} down`])
    expect(restart(['3000', '3001'])).toMatchObject({ status: 0, restarted: ['restart strand@3001', 'restart strand@3000'] })
    expect(servers()).toEqual(both)
  })

  it('no other server is up → nothing is taken out or restarted', () => {
    restart(['3001'], '3001')
    const before = servers()
    expect(restart(['3000'])).toMatchObject({ status: 1, restarted: [] })
    expect(servers()).toEqual(before)
  })

  it('a server that is marked as down twice is put back', () => {
    writeFileSync(upstream, readFileSync(upstream, 'utf8').replace('3001 max_fails=1;', '3001 down max_fails=1 down;'))
    expect(restart(['3001']).status).toBe(0)
    expect(servers()).toEqual(['127.0.0.1:3000 max_fails=1', '127.0.0.1:3001 max_fails=1'])
  })
})

describe('BY27 deploy/ as a whole', () => {
  const paths = readdirSync(`${root}deploy`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))

  it('names only variables that the server reads', () => {
    const known = variables.map(({ name }) => name)
    for (const path of paths) for (const [name] of read(path).matchAll(/\bSTRAND_[A-Z_]+\b/g)) expect(known, path).toContain(name)
  })

  it('its README puts the name of the site into all files, and into what is a comment in them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'strand-install-'))
    try {
      const files = ['etc/strand/strand.env', 'etc/caddy/Caddyfile', 'etc/nginx/conf.d/strand.conf']
      for (const file of files) mkdirSync(join(folder, dirname(file)), { recursive: true })
      const lines = read('deploy/README.md')
        .split('\n')
        .filter((line) => line.startsWith('sed '))
      expect(lines).toHaveLength(files.length)
      const commands = lines.join('\n').replaceAll(' /etc/', ` ${folder}/etc/`).replace('-g strand ', '')
      const env = { PATH: process.env.PATH, DOMAIN: 'music.example.net', EMAIL: 'ada@example.net' }
      expect(spawnSync('sh', ['-ec', commands], { cwd: root, env }).status).toBe(0)
      const [environment = '', ...proxies] = files.map((file) => readFileSync(join(folder, file), 'utf8'))
      for (const text of [environment, ...proxies]) {
        expect(text).toContain('music.example.net')
        expect(text.replaceAll(/^# .*$/gm, '')).not.toContain('strand.example.org')
      }
      const set = [...environment.matchAll(/^(?:PUBLIC_URL|STRAND_ADMIN|#SMTP_URL|#MAIL_FROM)=.*$/gm)].map(([line]) =>
        line.replace('#', ''),
      )
      const values = Object.fromEntries(
        set.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).replaceAll('"', '')]),
      )
      expect(values).toMatchObject({ STRAND_ADMIN: 'ada@example.net', MAIL_FROM: 'Strand <strand@music.example.net>' })
      expect(loadConfig({ NODE_ENV: 'production', ...values }).publicUrl).toBe('https://music.example.net')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('the upgrade of its README stops at the first step that fails, and works a second time', () => {
    const [, commands = ''] = /^## Upgrade\n.*?```sh\n(.*?)```/ms.exec(read('deploy/README.md')) ?? []
    const folder = mkdtempSync(join(tmpdir(), 'strand-upgrade-'))
    const log = join(folder, 'log')
    for (const name of ['strand', 'strand-release', 'install', 'systemctl'])
      writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> ${log}\n[ "$FAILS" != ${name} ]\n`, { mode: 0o755 })
    const upgrade = (fails: string) => {
      rmSync(log, { force: true })
      const env = { PATH: `${folder}:${process.env.PATH}`, FAILS: fails }
      spawnSync('sh', ['-c', commands.replace('/opt/strand/current', root)], { env })
      return readFileSync(log, 'utf8').trim().split('\n')
    }
    try {
      expect(upgrade('strand')).toEqual([
        expect.stringMatching(/^strand backup \/var\/backups\/strand\/before-upgrade-\d{8}-\d{6}\.backup$/),
      ])
      expect(upgrade('strand-release').at(-1)).toBe('strand-release')
      expect(upgrade('install').at(-1)).toBe('install -m 644 strand@.service /etc/systemd/system/')
      expect(upgrade('').slice(-3)).toEqual([
        'install strand strand-release /usr/local/bin/',
        'systemctl daemon-reload',
        'systemctl restart strand@3000',
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('its command that runs a container sets what the server needs behind a proxy, and waits for its stop', () => {
    const [, command = ''] = /`(docker run [^`]*)`/.exec(read('deploy/README.md')) ?? []
    const variables = Object.fromEntries([...command.matchAll(/-e (\w+)=(\S+)/g)].map(([, name, value]) => [name!, value]))
    const config = loadConfig(variables)
    expect(config.trustProxy).toBe(1)
    const { requestsMs, servicesMs } = shutdownLimits
    expect(1000 * Number(/--stop-timeout (\d+)/.exec(command)?.[1])).toBeGreaterThan(config.drainMs + requestsMs + servicesMs)
  })

  it('its README names only files that exist, and describes every one', () => {
    const readme = read('deploy/README.md')
    for (const [, path] of readme.matchAll(/`((?:deploy|build)\/[^`\s]*\.\w+)`/g)) expect(existsSync(root + path!), path).toBe(true)
    for (const path of paths) if (path !== 'deploy/README.md') expect(readme, path).toContain(path.slice('deploy/'.length))
  })
})
