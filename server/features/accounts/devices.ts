/**
 * Devices (browsers) that have signed in to an account before. Each has its own counter of wrong passwords, so that
 * guesses from other addresses cannot lock the member out there. A cookie contains one token per account that signed in
 * on the device; it does not sign anyone in.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { Request, Response } from 'express'
import type { DataSource } from 'typeorm'
import { cookieName, setHostCookie } from '#http/cookies.ts'
import { addressOf } from '#http/limits.ts'
import { MemberEntity, type MemberRow } from './entities.ts'

export const deviceCookie = 'strand_device'

/** Maximum number of accounts remembered per device; the one with the oldest sign-in is dropped. */
const maxAccounts = 5
/** Lifetime of the cookie (seconds): 400 days, the maximum that browsers allow. */
const lifetime = 400 * 86_400

type Account = Pick<MemberRow, 'uid' | 'passwordHash'>

/** Where a password guess comes from. */
export interface Guesser {
  address: string
  /** Tokens of the device cookie, unverified. */
  tokens: readonly string[]
}

export interface Devices {
  guesserOf(request: Request): Guesser
  /**
   * The device's id, a key for its counter; null if the account has not signed in there since its last password change.
   */
  recognise(guesser: Guesser, account: Account): Promise<string | null>
  /** Sets the cookie. Call only after the request has proved to be the member's. */
  remember(request: Request, response: Response, uid: string): Promise<void>
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/**
 * The signature covers the password hash, so that a password change invalidates all tokens. Otherwise an attacker who
 * once knew the password could collect tokens, each with its own number of guesses.
 */
const signatureOf = (secret: string, nonce: string, issued: string, { uid, passwordHash }: Account): Buffer =>
  createHmac('sha256', secret).update(['device', nonce, issued, uid, passwordHash].join('\n')).digest()

/**
 * The nonce of a token that is valid for the account, otherwise null. A token is `nonce.issued.signature`, where
 * `issued` is in seconds since 1970, base 36. It does not contain the uid: the signature proves the account.
 */
function nonceOf(secret: string, token: string, account: Account): string | null {
  const [nonce = '', issued = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(secret, nonce, issued, account)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return Number.parseInt(issued, 36) > nowSeconds() - lifetime ? nonce : null
}

export function createDevices({ db, secret, secure }: { db: DataSource; secret: () => Promise<string>; secure: boolean }): Devices {
  // The cookie's value is a list separated by `~`. Longer tokens are not ours; valid ones have about 75 characters.
  const tokensOf = (request: Request): string[] =>
    (parseCookie(request.headers.cookie ?? '')[cookieName(deviceCookie, secure)] ?? '')
      .split('~', maxAccounts)
      .filter((token) => token.length > 0 && token.length < 200)

  return {
    guesserOf: (request) => ({ address: addressOf(request), tokens: tokensOf(request) }),

    async recognise({ tokens }, account) {
      if (tokens.length === 0 || account.passwordHash === null) return null
      const key = await secret()
      for (const token of tokens) {
        const nonce = nonceOf(key, token, account)
        if (nonce !== null) return nonce
      }
      return null
    },

    async remember(request, response, uid) {
      const account = await db.getRepository(MemberEntity).findOne({ select: { uid: true, passwordHash: true }, where: { uid } })
      // An account without a password has nothing to guess.
      if (account === null || account.passwordHash === null) return
      const key = await secret()
      // The account's previous token is replaced.
      const others = tokensOf(request).filter((token) => nonceOf(key, token, account) === null)
      const nonce = randomBytes(16).toString('base64url')
      const issued = nowSeconds().toString(36)
      const token = [nonce, issued, signatureOf(key, nonce, issued, account).toString('base64url')].join('.')
      setHostCookie(response, deviceCookie, [token, ...others].slice(0, maxAccounts).join('~'), { secure, maxAge: lifetime })
    },
  }
}
