import { hash, verify } from '@node-rs/argon2'

/** Parameters that OWASP recommends for argon2id, the library's default: 19 MiB of memory, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let decoy: Promise<string> | undefined

/** False if `stored` is null. A decoy hash is verified in that case, so that it takes as long as a wrong password. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy')
  const right = await verify(stored ?? (await decoy), password)
  return right && stored !== null
}
