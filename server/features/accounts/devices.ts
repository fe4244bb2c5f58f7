/**
 * Devices that have signed in before. They have their own counter of wrong passwords, so that an attack from many addresses cannot lock a
 * member out there. A cookie identifies the device for each account that signed in; it does not authenticate.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { Request, Response } from 'express'
import type { DataSource } from 'typeorm'
import { cookieName, setHostCookie } from '#http/cookies.ts'
import { addressOf } from '#http/limits.ts'
import { MemberEntity, type MemberRow } from './entities.ts'

export const deviceCookie = 'strand_device'

/** Maximum of accounts remembered per device; the least recent sign-in is dropped. */
const maxAccounts = 5
/** Maximum lifetime of a cookie in browsers (seconds). */
const lifetime = 400 * 86_400

type Account = Pick<MemberRow, 'uid' | 'passwordHash'>

/** Origin of a password guess. */
export interface Guesser {
  address: string
  /** Tokens of the device cookie, unverified. */
  tokens: readonly string[]
}

export interface Devices {
  guesserOf(request: Request): Guesser
  /** The device's id for a counter; null if the account has not signed in there, or its password has changed since. */
  recognise(guesser: Guesser, account: Account): Promise<string | null>
  /** Call only after the request is authenticated as the member's. */
  remember(request: Request, response: Response, uid: string): Promise<void>
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/**
 * The signature covers the password hash: otherwise an attacker who once knew the password could collect devices, each with its own
 * guesses.
 */
const signatureOf = (secret: string, nonce: string, issued: string, { uid, passwordHash }: Account): Buffer =>
  createHmac('sha256', secret).update(['device', nonce, issued, uid, passwordHash].join('\n')).digest()

/** A token is `nonce.issued.signature`; it does not contain the account. */
function nonceOf(secret: string, token: string, account: Account): string | null {
  const [nonce = '', issued = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(secret, nonce, issued, account)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return Number.parseInt(issued, 36) > nowSeconds() - lifetime ? nonce : null
}

export function createDevices({ db, secret, secure }: { db: DataSource; secret: () => Promise<string>; secure: boolean }): Devices {
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
      const others = tokensOf(request).filter((token) => nonceOf(key, token, account) === null)
      const nonce = randomBytes(16).toString('base64url')
      const issued = nowSeconds().toString(36)
      const token = [nonce, issued, signatureOf(key, nonce, issued, account).toString('base64url')].join('.')
      setHostCookie(response, deviceCookie, [token, ...others].slice(0, maxAccounts).join('~'), { secure, maxAge: lifetime })
    },
  }
}
