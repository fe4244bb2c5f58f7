/** The programs that run the files of deploy/: nginx, Caddy, systemd. */
import { existsSync } from 'node:fs'
import { run } from './run.mjs'
import { findProgram, installPackages } from './system.mjs'

const programs = {
  nginx: { title: 'nginx', find: () => findProgram('nginx', '/usr/sbin/nginx'), packages: ['nginx-light'], service: 'nginx' },
  caddy: { title: 'Caddy', find: () => findProgram('caddy'), packages: ['caddy'], service: 'caddy' },
  'systemd-analyze': { title: 'systemd-analyze', find: () => findProgram('systemd-analyze'), packages: ['systemd'], service: undefined },
}

/** @typedef {keyof typeof programs} ProgramName */

/** @param {ProgramName} name @returns {string | undefined} */
export const findDeploymentProgram = (name) => programs[name].find()

/** Debian starts an installed server at once, on ports 80 and 443. @param {string} service */
async function disableService(service) {
  // Only where systemd runs; elsewhere Debian cannot start it.
  if (!existsSync('/run/systemd/system')) return
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [command = '', ...args] = [...asRoot, 'systemctl', 'disable', '--now', service]
  await run(command, args, { quiet: true })
}

/** Installs missing programs. The tests of one that cannot be installed are skipped; this logs the reason. */
export async function ensureDeploymentPrograms() {
  for (const { title, find, packages, service } of Object.values(programs)) {
    if (find()) continue
    try {
      await installPackages(title, ...packages)
      if (service !== undefined) await disableService(service)
    } catch (error) {
      console.log(`${error instanceof Error ? error.message : error}\nIts tests are skipped.`)
    }
  }
}
