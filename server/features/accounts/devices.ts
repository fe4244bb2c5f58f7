/**
 * Devices that have signed in before. They count wrong passwords on their own, so that an attack from many addresses does not lock
 * a member out there. A cookie names the device to the server, for each of the accounts that signed in; it signs no one in.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { Request, Response } from 'express'
import type { DataSource } from 'typeorm'
import { cookieName, setHostCookie } from '#http/cookies.ts'
import { addressOf } from '#http/limits.ts'
import { MemberEntity, type MemberRow } from './entities.ts'

export const deviceCookie = 'strand_device'

/** Accounts that one device is remembered for; the one that signed in the longest ago goes first. */
const maxAccounts = 5
/** The longest that browsers keep a cookie (seconds). */
const lifetime = 400 * 86_400

type Account = Pick<MemberRow, 'uid' | 'passwordHash'>

/** Where a guess at a password comes from. */
export interface Guesser {
  address: string
  /** Tokens of the device's cookie, as they were sent. */
  tokens: readonly string[]
}

export interface Devices {
  guesserOf(request: Request): Guesser
  /** Names the device for a counter; null where the account has not signed in there, or its password has changed since. */
  recognise(guesser: Guesser, account: Account): Promise<string | null>
  /** For a request that has proved to be the member's. */
  remember(request: Request, response: Response, uid: string): Promise<void>
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** The password's hash is signed along: someone who knew the password could have collected devices, each with guesses of its own. */
const signatureOf = (secret: string, nonce: string, issued: string, { uid, passwordHash }: Account): Buffer =>
  createHmac('sha256', secret).update(['device', nonce, issued, uid, passwordHash].join('\n')).digest()

/** A token is `nonce.issued.signature`; it does not say whose it is. */
function nonceOf(secret: string, token: string, account: Account): string | null {
  const [nonce = '', issued = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const wanted = signatureOf(secret, nonce, issued, account)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
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
      // Without a password there is nothing to guess.
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
