/**
 * Ends the process with one sentence if Node is too old. This file and the files that import it first
 * must parse on old versions, otherwise a syntax error would hide the sentence.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Strand needs Node 20.19 or newer; this is Node ${process.versions.node}.`)
  process.exit(1)
}
