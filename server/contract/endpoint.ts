/** The type of a contract row, and fields that rows of several files share. */
import { z } from 'zod'
import { cleanEmail, emailProblem, passwordProblem } from './rules.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { CategoryName, type ErrorCode } from './schemas.ts'

export interface Endpoint {
  summary: string
  /** Details that the summary omits. Authentication, limits and errors are documented automatically. */
  description?: string
  /** `optional`: open to visitors, but identifies the session; `member`, `admin`: answers 401 or 403 otherwise. */
  auth: 'none' | 'optional' | 'member' | 'admin'
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  answer: z.ZodType
  /**
   * Media type of an answer that is not JSON; if there are several, the most common one. The handler returns a `RawAnswer`, and `answer`
   * only documents it.
   */
  produces?: string
  /** Maximum bytes of a JSON body, if larger than the default of 512 KiB. */
  bodyBytes?: number
  /** Error message for a body over the limit. */
  tooLarge?: string
  /** Also accepts a cast token (decision 42), sent as `Authorization: Bearer`. */
  cast?: true
  /** Also accepts the token of a television that may only play (decision 50), as do endpoints with `cast`. */
  playback?: true
  /** Requests allowed per `seconds`, per member or per address without a session. Absent: the general limit. */
  limit?: { requests: number; seconds: number }
  /** Error codes in addition to 400, 429 and 500 (and 401 for `member`, which is implied). */
  errors?: ErrorCode[]
  /** A GET with side effects (decision 7): it has the same checks as a POST. */
  changes?: true
  /** Callable from other origins: its input authenticates itself, and cookies are ignored. */
  anyOrigin?: true
  /**
   * Works for suspended members although it changes something: reading, listening and the safety of the account. A list: only with these
   * fields of the body.
   */
  whileSuspended?: true | readonly string[]
  /** A member's own answer that is polled: the browser stores and revalidates it. */
  revalidates?: true
}

/** A string validated by a rule of `rules.ts`. The rule's message becomes the field's, also for a missing or far too long value. */
export const ruled = (problem: (value: string) => string | null, max: number) =>
  z
    .string(problem('') ?? undefined)
    .max(max, problem('x'.repeat(max + 1)) ?? undefined)
    .superRefine((value, context) => {
      const message = problem(value)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })

export const email = ruled(emailProblem, limits.email.max + 16).transform(cleanEmail)
export const password = ruled(passwordProblem, limits.password.max)
/** Tags as entered; the service normalises them. */
export const tagList = z.array(z.string().max(200)).max(100)
/** A web address. The server checks whether it may be fetched. */
export const link = z.string().trim().min(1, messages.linkInvalid).max(limits.url)
/** The category of a list query: "all" and "everything" mean no filter (decision 22). */
export const categoryFilter = z.enum([...CategoryName.options, 'all', 'everything']).optional()
export const deleted = z.object({ deleted: z.literal(true) })
