import { hash, verify } from '@node-rs/argon2'

/** OWASP's first recommendation for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let decoy: Promise<string> | undefined

/** Without a stored hash a decoy is verified, so that the response time does not reveal it. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy')
  const right = await verify(stored ?? (await decoy), password)
  return right && stored !== null
}
