/** Runs a command of the built server and prints its outcome. Its text goes to `stream`, since a command may write data to the output. */
/** @param {() => Promise<{ ok: boolean, text: string }>} command @param {NodeJS.WritableStream} [stream] */
export async function runCommand(command, stream = process.stdout) {
  try {
    const { ok, text } = await command()
    ;(ok ? stream : process.stderr).write(`${text}\n`)
    process.exitCode = ok ? 0 : 1
  } catch (error) {
    console.error(error instanceof Error && error.name === 'StartupError' ? error.message : error)
    process.exitCode = 1
  }
}
