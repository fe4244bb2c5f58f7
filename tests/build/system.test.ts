/** `npm test` on a machine without a program: it installs the program, or fails with one sentence. */
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root, startProcess } from '../support/built-server.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strand-path-'))
  await mkdir(join(folder, 'bin'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const program = async (name: string, source: string) => {
  const file = join(folder, 'bin', name)
  await writeFile(file, `#!/bin/sh\n${source}\n`)
  await chmod(file, 0o755)
  return file
}

/** Runs `ensureChromium`, or the given source, with a PATH that contains only the programs of the test's folder. */
async function ensureChromium(env: Record<string, string> = {}, how = 'ensureChromium()') {
  const source = `import { ensureChromium, ensureShell, findShell } from '${root}build/lib/chromium.mjs'; console.log('found ' + await ${how}.catch((error) => error.message))`
  const started = startProcess(process.execPath, ['--input-type=module', '-e', source], {
    PATH: join(folder, 'bin'),
    CHROMIUM_BIN: '',
    ...env,
  })
  await started.ended
  return started.output()
}

/** A Debian whose apt-get records its arguments, and installs what `install` returns. */
async function debian(install: string) {
  await symlink('/usr/bin/env', join(folder, 'bin/env'))
  await program('sudo', 'shift; exec "$@"')
  await program('apt-get', `echo "$DEBIAN_FRONTEND $@" >> ${folder}/asked\ncase "$*" in *install*) ${install} ;; esac`)
}

it('finds Chromium under any of its names, or at CHROMIUM_BIN', async () => {
  const chrome = await program('google-chrome', '')
  expect(await ensureChromium()).toBe(`found ${chrome}\n`)
  const other = await program('my-own-chromium', '')
  expect(await ensureChromium({ CHROMIUM_BIN: other })).toBe(`found ${other}\n`)
  expect(await ensureChromium({ CHROMIUM_BIN: '/nowhere/chromium' })).toContain(
    'CHROMIUM_BIN is not the path of a program: /nowhere/chromium',
  )
})

it('Chromium is missing → installed with apt-get, with a message', async () => {
  const file = join(folder, 'bin/chromium')
  await debian(`echo '#!/bin/sh' > ${file}; /bin/chmod +x ${file}`)
  expect(await ensureChromium()).toBe(`Chromium is required and was not found: installing chromium with apt-get …\nfound ${file}\n`)
  expect(await readFile(join(folder, 'asked'), 'utf8')).toMatch(/^noninteractive .*update\nnoninteractive .*-y.* install .*chromium\n$/)
})

it('Chromium cannot be installed → a message that says what to do', async () => {
  expect(await ensureChromium()).toContain('and apt-get, which could install it, is not available. Please install it.')
  await debian('echo E: Unable to locate package chromium >&2; exit 100')
  expect(await ensureChromium()).toMatch(/apt-get could not install it:\nE: Unable to locate package chromium/)
})

it('installs the headless shell for the tests, or uses Chromium where it cannot', async () => {
  const ensureShell = (env?: Record<string, string>) => ensureChromium(env, 'ensureShell().then(findShell)')
  const chromium = await program('chromium', '')
  await debian('echo E: Unable to locate package >&2; exit 100')
  expect(await ensureShell()).toMatch(
    new RegExp(`could not install it:\\nE: Unable to locate package\\nThe tests continue without it.\\nfound ${chromium}\n$`),
  )
  const other = await program('my-own-chromium', '')
  expect(await ensureShell({ CHROMIUM_BIN: other })).toBe(`found ${other}\n`)

  const file = join(folder, 'bin/chromium-headless-shell')
  await rm(join(folder, 'bin/apt-get'))
  await rm(join(folder, 'bin/env'))
  await debian(`echo '#!/bin/sh' > ${file}; /bin/chmod +x ${file}`)
  expect(await ensureShell()).toContain(`installing chromium-headless-shell with apt-get …\nfound ${file}\n`)
  expect(await ensureShell()).toBe(`found ${file}\n`)
  expect(await ensureChromium()).toBe(`found ${chromium}\n`)
})
