/** The files of the container image, laid out as its Dockerfile does. Containers themselves cannot run in a test. */
import { cpSync, existsSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { once } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ready, root, type Started } from '../support/built-server.ts'
import { Client } from '../support/client.ts'
import { readDockerfile } from '../support/dockerfile.ts'
import { base64, picture } from '../support/pictures.ts'

const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

let folder: string
let image: string
let data: string

/** The packages that `npm ci --omit=dev` installs. */
function linkProductionPackages(target: string): void {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    const isTopLevel = path.lastIndexOf('node_modules/') === 0
    if (!isTopLevel || dev || devOptional || !existsSync(root + path)) continue
    mkdirSync(dirname(join(target, path)), { recursive: true })
    symlinkSync(root + path, join(target, path))
  }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strand-image-'))
  image = join(folder, 'strand')
  data = join(folder, 'data')
  mkdirSync(image)
  mkdirSync(data)
  if (unprivileged.uid !== undefined) for (const path of [folder, data]) lchownSync(path, unprivileged.uid, unprivileged.gid)
  for (const { from, sources, target } of readDockerfile().at(-1)!.copies) {
    if (from === 'dependencies') {
      linkProductionPackages(image)
      continue
    }
    for (const source of sources) {
      const name = source.replace('/strand/', '')
      cpSync(root + name, target.endsWith('/') ? join(image, target, basename(name)) : join(image, target), { recursive: true })
    }
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(...args: string[]): Started {
  const child: ChildProcess = spawn(process.execPath, ['--preserve-symlinks', '--preserve-symlinks-main', ...args], {
    cwd: image,
    ...unprivileged,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, TMPDIR: folder, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', STRAND_DATA_DIR: data },
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  return { process: child, output: () => output, ended: once(child, 'close').then(([code]) => code as number | null) }
}

/** Names and times of everything in the image that is not a link. */
const contents = () =>
  readdirSync(image, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${statSync(path).mtimeMs}`)
    .sort()

describe('BY27 the files of the container image, with production dependencies only', () => {
  it('serves as an unprivileged user, hashes a password, encodes a picture, and writes only to the data directory', async () => {
    const before = contents()
    const server = run('build/serve.mjs')
    try {
      const origin = await ready(server)
      const client = new Client(origin)
      const signUp = await client.post('/api/v0/auth/signup', { name: 'Ada', email: 'ada@example.org', password: 'correct horse' })
      expect(signUp.status).toBe(200)
      const upload = await client.post('/api/v0/me/updateimage', { image: await base64(picture(300, 300)) })
      expect([upload.status, upload.body.image]).toEqual([200, expect.any(String)])
      const page = await fetch(`${origin}/discover`, { headers: { Accept: 'text/html' } })
      const document = await page.text()
      const [, script = 'none'] = /<script[^>]* src="([^"]+)"/.exec(document) ?? []
      expect((await fetch(origin + script)).status, script).toBe(200)
    } finally {
      server.process.kill('SIGTERM')
    }
    expect(await server.ended, server.output()).toBe(0)
    expect(contents()).toEqual(before)
  })

  it('has the commands of an operator, which neither install nor build', async () => {
    const before = contents()
    const file = join(folder, 'one.backup')
    const backup = run('build/backup.mjs', file)
    expect(await backup.ended, backup.output()).toBe(0)
    expect(backup.output()).toMatch(/^Saved \d/)
    expect(statSync(file).size).toBeGreaterThan(1000)
    const admin = run('build/admin.mjs', 'list')
    expect(await admin.ended, admin.output()).toBe(0)
    const rebuild = run('build/search-rebuild.mjs')
    expect(await rebuild.ended, rebuild.output()).toBe(0)
    expect(contents()).toEqual(before)
  })
})
