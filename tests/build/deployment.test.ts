/** `npm test` on a machine without the programs that run deploy/: it installs them, or reports why their tests are skipped. */
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root, startProcess } from '../support/built-server.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strand-path-'))
  await mkdir(join(folder, 'bin'))
  for (const name of ['nginx', 'systemd-analyze']) await program(name)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function program(name: string, source = ''): Promise<void> {
  const file = join(folder, 'bin', name)
  await writeFile(file, `#!/bin/sh\n${source}\n`)
  await chmod(file, 0o755)
}

/** A Debian whose apt-get records its arguments, and installs what `install` returns. */
async function debian(install: string): Promise<void> {
  await symlink('/usr/bin/env', join(folder, 'bin/env'))
  await program('sudo', 'shift; exec "$@"')
  await program('apt-get', `echo "$@" >> ${folder}/calls\ncase "$*" in *install*) ${install} ;; esac`)
}

async function ensure(): Promise<string> {
  const source = `import { ensureDeploymentPrograms, findDeploymentProgram } from '${root}build/lib/deployment.mjs'
    await ensureDeploymentPrograms()
    console.log('found ' + findDeploymentProgram('caddy'))`
  const started = startProcess(process.execPath, ['--input-type=module', '-e', source], { PATH: join(folder, 'bin') })
  await started.ended
  return started.output()
}

it('BY27 all programs are there → nothing is installed', async () => {
  await program('caddy')
  expect(await ensure()).toBe(`found ${folder}/bin/caddy\n`)
})

it('BY27 Caddy is missing → only its package is installed', async () => {
  const file = join(folder, 'bin/caddy')
  await debian(`echo '#!/bin/sh' > ${file}; /bin/chmod +x ${file}`)
  expect(await ensure()).toBe(`Caddy is required and was not found: installing caddy with apt-get …\nfound ${file}\n`)
  const calls = (await readFile(join(folder, 'calls'), 'utf8')).split('\n').filter((line) => line.includes('install'))
  expect(calls).toEqual(['-q -y install --no-install-recommends caddy'])
})

it('BY27 Caddy cannot be installed → the reason, and the run continues', async () => {
  await debian('echo E: Unable to locate package caddy >&2; exit 100')
  expect(await ensure()).toMatch(/could not install it:\nE: Unable to locate package caddy\nIts tests are skipped\.\nfound undefined\n$/)
})
