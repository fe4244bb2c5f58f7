/** Members, their accounts and their sessions (A7, "Session and auth"). */
import { z } from 'zod'
import { email, password, ruled, type Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { cleanName, loginProblem, nameProblem } from '../rules.ts'
import { Me, Member, Uid } from '../schemas.ts'

const table = {
  'GET /api/v0/me': {
    summary: 'The signed-in member; 401 for an anonymous visitor, with invalidSession for an ended session',
    auth: 'member',
    answer: Me,
  },
  'POST /api/v0/auth/signup': {
    summary: 'Creates an account and signs it in',
    auth: 'none',
    body: z.object({
      name: ruled(nameProblem, 500).transform(cleanName),
      email,
      password,
      device: z.enum(['web', 'mobileweb', 'desktop']).default('web'),
    }),
    answer: Me,
    limit: { requests: 10, seconds: 3600 },
    errors: ['email_in_use', 'account_exists', 'read_only'],
  },
  'POST /api/v1/auth/milq': {
    summary: 'Log-in by user id or e-mail address',
    auth: 'none',
    body: z.object({ username: ruled(loginProblem, 200).transform((v) => v.trim()), password: z.string().min(1, messages.passwordInvalid).max(limits.password.max) }),
    answer: Me,
    limit: { requests: 20, seconds: 600 },
    errors: ['wrong_credentials', 'account_does_not_exist'],
  },
  'GET /logout': {
    summary: 'Ends the session',
    auth: 'optional',
    answer: z.object({ signedIn: z.literal(false) }),
    changes: true,
  },
  'POST /logout': {
    summary: 'Ends the session',
    auth: 'optional',
    answer: z.object({ signedIn: z.literal(false) }),
  },
  'GET /api/v0/members/:uid': {
    summary: 'A member',
    auth: 'optional',
    params: z.object({ uid: Uid }),
    answer: Member,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>

export const accountsEndpoints = {
  ...table,
  'POST /api/v1/auth/login': { ...table['POST /api/v1/auth/milq'], summary: 'Alias of POST /api/v1/auth/milq' },
} as const satisfies Record<string, Endpoint>
