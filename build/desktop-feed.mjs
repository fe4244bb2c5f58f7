/**
 * `npm run desktop:feed -- 20`: offers the packaged version to 20 % of the computers, and signs the files of the feed with the private key
 * that STRAND_UPDATE_PRIVATE_KEY names. `npm run desktop:feed -- --new-key FILE` creates the key.
 */
import './lib/nodeVersion.mjs'
import { readFileSync } from 'node:fs'
import { createFeedKey, signFeed } from './lib/desktopFeed.mjs'
import { packageFolders } from './lib/desktopPackage.mjs'
import { at } from './lib/paths.mjs'

const [first = '', file] = process.argv.slice(2)
try {
  if (first === '--new-key' && file) console.log(`STRAND_UPDATE_KEY=${createFeedKey(file)}`)
  else {
    const path = process.env.STRAND_UPDATE_PRIVATE_KEY
    if (!path || !/^\d+$/.test(first))
      throw new Error('Usage: STRAND_UPDATE_PRIVATE_KEY=FILE npm run desktop:feed -- SHARE, with a share from 0 to 100.')
    const names = signFeed(at(packageFolders.output), Number(first), readFileSync(path, 'utf8'))
    console.log(`Signed for ${first} % of the computers: ${names.join(', ')}. Upload the packages first, then each file with its .sig.`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
