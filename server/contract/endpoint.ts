/** What a row of the contract is, and the pieces that rows of several files share. */
import { z } from 'zod'
import { cleanEmail, emailProblem, passwordProblem } from './rules.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { CategoryName, type ErrorCode } from './schemas.ts'

export interface Endpoint {
  summary: string
  /** What the summary has no room for. Who may call it, how often and with what is told anyway. */
  description?: string
  /** `optional`: works for everybody and knows who asks; `member`, `admin`: 401 or 403 without. */
  auth: 'none' | 'optional' | 'member' | 'admin'
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  answer: z.ZodType
  /**
   * Media type of an answer that is not JSON, where it is always the same, or the usual one of several.
   * The handler then gives a `RawAnswer`, and `answer` only describes it.
   */
  produces?: string
  /** Bytes of a larger JSON body than the usual 512 KiB. */
  bodyBytes?: number
  /** What a person reads where the body is larger than that. */
  tooLarge?: string
  /** Also answers to a cast token (decision 42), sent as `Authorization: Bearer`. */
  cast?: true
  /** Requests allowed per `seconds` and address, or per member where one is signed in. Absent: the general limit. */
  limit?: { requests: number; seconds: number }
  /** What it may answer beside 400, 429 and 500 (and 401 for `member`, which goes without saying). */
  errors?: ErrorCode[]
  /** A GET that changes something (decision 7): it demands what a POST demands. */
  changes?: true
  /** May be called from anywhere: what it takes proves itself, and it looks at no cookie. */
  anyOrigin?: true
  /** A member's own answer that is asked for every few seconds: the browser keeps it and asks whether it is still good. */
  revalidates?: true
}

/** A string that must pass a rule of `rules.ts`; the rule's message becomes the field's, also where there is none, or far too much. */
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
/** Tags as a person writes them; the service normalises them. */
export const tagList = z.array(z.string().max(200)).max(100)
/** A web address; whether it may be fetched is the server's to find out. */
export const link = z.string().trim().min(1, messages.linkInvalid).max(limits.url)
/** A category as a list is asked for it: "all" and "everything" are none (decision 22). */
export const categoryFilter = z.enum([...CategoryName.options, 'all', 'everything']).optional()
export const deleted = z.object({ deleted: z.literal(true) })
