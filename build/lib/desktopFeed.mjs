/** The feed of new versions of the desktop application: its files are signed, and name the share of computers that are offered a version. */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a new private key, and returns its public key for STRAND_UPDATE_KEY. @param {string} file must not exist */
export function createFeedKey(file) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
}

/**
 * A file of the feed that offers its version to this share of computers. Each computer has a random number, so that a larger share contains
 * a smaller one. @param {string} text @param {number} percentage from 0, which pauses, to 100
 */
export function setShare(text, percentage) {
  if (!Number.isInteger(percentage) || percentage < 0 || percentage > 100) throw new Error('The share is a whole number from 0 to 100.')
  return `${text.replace(/^stagingPercentage:.*\n?/gm, '').trimEnd()}\nstagingPercentage: ${percentage}\n`
}

/**
 * A file of the feed with the date of its signature: computers that have seen a newer file refuse an older one.
 * @param {string} text @param {Date} date
 */
export const setDate = (text, date) => `${text.replace(/^signedAt:.*\n?/gm, '').trimEnd()}\nsignedAt: '${date.toISOString()}'\n`

/**
 * Sets the share and the date in all files of the feed, and signs each with its name. Returns their names.
 * @param {string} folder @param {number} percentage @param {string} privateKey PEM @param {Date} [date]
 */
export function signFeed(folder, percentage, privateKey, date = new Date()) {
  const key = createPrivateKey(privateKey)
  const names = readdirSync(folder)
    .filter((name) => /^latest.*\.yml$/.test(name))
    .sort()
  if (names.length === 0)
    throw new Error(`There is no file of the feed in ${folder}: package with STRAND_UPDATE_FEED and STRAND_UPDATE_KEY first.`)
  for (const name of names) {
    const text = setDate(setShare(readFileSync(join(folder, name), 'utf8'), percentage), date)
    writeFileSync(join(folder, name), text)
    // As `signedText` in electron/policy/updateFeed.ts.
    writeFileSync(join(folder, `${name}.sig`), `${sign(null, Buffer.from(`${name}\n${text}`), key).toString('base64')}\n`)
  }
  return names
}
