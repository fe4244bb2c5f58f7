import { spawn } from 'node:child_process'
import { root } from './paths.mjs'

/** @typedef {{ env?: Record<string, string | undefined>, cwd?: string, quiet?: boolean }} RunOptions */
/** @typedef {{ code: number, output: string, seconds: number }} RunResult */

/** Running child processes, to which the signals of the script are forwarded. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * Runs a command to its end, without standard input. `quiet` returns its output instead of printing it, so that a caller
 * can print it only after a failure.
 * @param {string} command @param {string[]} args @param {RunOptions} [options] @returns {Promise<RunResult>}
 */
export function run(command, args, { env = {}, cwd = root, quiet = false } = {}) {
  const started = performance.now()
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    /** @param {number} code */
    const done = (code) => {
      running.delete(child)
      resolve({ code, output, seconds: (performance.now() - started) / 1000 })
    }
    child.once('error', (error) => {
      output += `${command}: ${error.message}\n`
      done(127)
    })
    child.once('close', (code) => done(code ?? 1))
  })
}

/**
 * Runs a script of an installed package by its file, without a shell or shim.
 * @param {string} bin @param {string[]} args @param {RunOptions} [options]
 */
export const runBin = (bin, args, options) => run(process.execPath, [`${root}node_modules/${bin}`, ...args], options)

/** @param {NodeJS.Signals} signal */
export const signalChildren = (signal) => running.forEach((child) => child.kill(signal))
