/** `npm test` on a machine without Firefox or WebKit: it installs the engine, or skips its journeys and reports the reason. */
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root, startProcess } from '../support/built-server.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strand-path-'))
  await mkdir(join(folder, 'bin'))
  await mkdir(join(folder, 'plugins'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const program = async (name: string, source = '') => {
  const file = join(folder, 'bin', name)
  await writeFile(file, `#!/bin/sh\n${source}\n`)
  await chmod(file, 0o755)
  return file
}

const codec = (name: string) => writeFile(join(folder, 'plugins', `libgst${name}.so`), '')

/** Runs `source` with a PATH that contains only the programs of the test's folder. */
async function run(source: string, env: Record<string, string> = {}) {
  const started = startProcess(process.execPath, ['--input-type=module', '-e', source], {
    PATH: join(folder, 'bin'),
    GST_PLUGIN_SYSTEM_PATH_1_0: join(folder, 'plugins'),
    PLAYWRIGHT_BROWSERS_PATH: join(folder, 'none'),
    FIREFOX_BIN: '',
    ...env,
  })
  await started.ended
  return started.output()
}

const engines = `${root}build/lib/engines.mjs`
const ensure = (name: string, env?: Record<string, string>) =>
  run(
    `import { ensureEngine } from '${engines}'; console.log(await ensureEngine('${name}').then(() => 'there', (error) => error.message))`,
    env,
  )

/** A Debian whose apt-get records its arguments, and installs what `install` returns. */
async function debian(install: string) {
  await symlink('/usr/bin/env', join(folder, 'bin/env'))
  await program('sudo', 'shift; exec "$@"')
  await program('apt-get', `echo "$@" >> ${folder}/asked\ncase "$*" in *install*) ${install} ;; esac`)
}
const installCalls = async () => (await readFile(join(folder, 'asked'), 'utf8')).split('\n').filter((line) => line.includes('install'))

it('BY29 Firefox under either name or at FIREFOX_BIN, with PulseAudio installed → used, and nothing is installed', async () => {
  await program('pulseaudio')
  await program('firefox')
  expect(await ensure('firefox')).toBe('there\n')
  expect(await ensure('firefox', { FIREFOX_BIN: '/nowhere/firefox' })).toBe('FIREFOX_BIN is not the path of a program: /nowhere/firefox\n')
  const found = (name: string) => run(`import { ${name} } from '${engines}'; console.log(${name}())`)
  expect(await found('findFirefox')).toBe(`${join(folder, 'bin/firefox')}\n`)
  expect(await found('findWebKit')).toBe('undefined\n')
})

it('BY29 Firefox is missing → installed with a sound server', async () => {
  const file = join(folder, 'bin/firefox-esr')
  await debian(`echo '#!/bin/sh' > ${file}; /bin/chmod +x ${file}`)
  expect(await ensure('firefox')).toBe('Firefox is required and was not found: installing firefox-esr pulseaudio with apt-get …\nthere\n')
  expect(await installCalls()).toEqual(['-q -y install --no-install-recommends firefox-esr pulseaudio'])
})

it('BY29 only the sound server is missing and cannot be installed → the run continues', async () => {
  await program('firefox-esr')
  await debian('echo E: Unable to locate package >&2; exit 100')
  expect(await ensure('firefox')).toMatch(
    /PulseAudio is required[^]*The tests continue with the existing sound device, if there is one\.\nthere\n$/,
  )
})

it('BY29 WebKitWebDriver without a display or a codec → treated as missing, and all it needs is installed', async () => {
  for (const name of ['libav', 'mpg123', 'hls']) await codec(name)
  await program('WebKitWebDriver')
  await program('Xvfb')
  await debian(`echo > ${folder}/plugins/libgstdash.so`)
  expect(await ensure('webkit')).toContain('WebKit is required and was not found: installing webkit2gtk-driver xvfb gstreamer1.0-libav')
  expect(await installCalls()).toEqual([
    '-q -y install --no-install-recommends webkit2gtk-driver xvfb gstreamer1.0-libav gstreamer1.0-plugins-good gstreamer1.0-plugins-bad pulseaudio',
  ])
  await program('pulseaudio')
  expect(await ensure('webkit')).toBe('there\n')
  await rm(join(folder, 'bin/Xvfb'))
  expect(await ensure('webkit')).toContain('WebKit was installed, but was not found.')
})

it('BY29 an engine that cannot be installed → its step is skipped, counted as one, with the reason', async () => {
  const source = `import { journeys } from '${root}build/lib/suites.mjs'; import { runSteps } from '${root}build/lib/steps.mjs'; await runSteps([journeys('firefox')])`
  expect(await run(source)).toMatch(
    /skip {2}Journeys in Firefox: Firefox is required and was not found, and apt-get, which could install it, is not available\. Please install it\.\n\n0 passed, 0 failed, 1 skipped\n$/,
  )
})

it('BY29 a FIREFOX_BIN without a program, or a required engine that is missing → the run fails', async () => {
  const journeys = (options: string, env?: Record<string, string>) =>
    run(
      `
    const { journeys } = await import('${root}build/lib/suites.mjs')
    const { runSteps } = await import('${root}build/lib/steps.mjs')
    await runSteps([journeys('firefox', ${options})])`,
      env,
    )
  const mistyped = await journeys('{}', { FIREFOX_BIN: join(folder, 'no-such-program') })
  expect(mistyped).toContain('FIREFOX_BIN is not the path of a program')
  expect(mistyped.trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed')
  expect((await journeys('{ required: true }')).trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed')
})
