/** Cookies in which a page stores the entities to follow after signing up (A4.1). */
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Request, Response } from 'express'
import { idKind, isUid } from '#contract/index.ts'

const names = ['followBeadId', 'followUid'] as const

export function firstFollowsOf(request: Request): { beadId?: string; uid?: string } {
  const { followBeadId = '', followUid = '' } = parseCookie(request.headers.cookie ?? '')
  return { ...(idKind(followBeadId) === 'bead' && { beadId: followBeadId }), ...(isUid(followUid) && { uid: followUid }) }
}

/** Cleared after use, so that only the next member who signs up in this browser follows them. */
export function clearFirstFollows(response: Response): void {
  for (const name of names) response.append('Set-Cookie', stringifySetCookie({ name, value: '', maxAge: 0, path: '/' }))
}
