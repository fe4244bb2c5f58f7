/** What a page notes in cookies before somebody signs up (A4.1): what they want to follow when they are there. */
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Request, Response } from 'express'
import { idKind, isUid } from '#contract/index.ts'

const names = ['followBeadId', 'followUid'] as const

export function firstFollowsOf(request: Request): { beadId?: string; uid?: string } {
  const { followBeadId = '', followUid = '' } = parseCookie(request.headers.cookie ?? '')
  return { ...(idKind(followBeadId) === 'bead' && { beadId: followBeadId }), ...(isUid(followUid) && { uid: followUid }) }
}

/** Followed once, whoever signs up next in this browser. */
export function dropFirstFollows(response: Response): void {
  for (const name of names) response.append('Set-Cookie', stringifySetCookie({ name, value: '', maxAge: 0, path: '/' }))
}
