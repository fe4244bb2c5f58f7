/** The two forms of signing in, as data: their fields, rules and what a refusal means for which field. */
import { cleanName, emailProblem, loginProblem, nameProblem, passwordProblem } from '../../../server/contract/rules.ts'
import type { AuthMode, CallFailure } from '../../app/api/index.ts'
import { t } from '../../texts/index.ts'

export type FieldName = 'name' | 'email' | 'username' | 'password'
export type Values = Record<FieldName, string>

export interface FieldRule {
  name: FieldName
  label: () => string
  type: 'text' | 'email' | 'password'
  autoComplete: string
  problem: (value: string) => string | null
}

const password = { name: 'password', label: () => t.auth.password, type: 'password', problem: passwordProblem } as const

export const forms: Record<AuthMode, readonly FieldRule[]> = {
  signup: [
    { name: 'name', label: () => t.auth.name, type: 'text', autoComplete: 'name', problem: nameProblem },
    { name: 'email', label: () => t.auth.email, type: 'email', autoComplete: 'email', problem: emailProblem },
    { ...password, autoComplete: 'new-password' },
  ],
  login: [
    { name: 'username', label: () => t.auth.login, type: 'text', autoComplete: 'username', problem: loginProblem },
    { ...password, autoComplete: 'current-password' },
  ],
}

/** An error under a field, perhaps ending in a link to the other form (A8). */
export interface FieldError {
  text: string
  link?: string
}
export type FieldErrors = Partial<Record<FieldName, FieldError>>

/** What is wrong with the values before they are sent. */
export function problems(mode: AuthMode, values: Values): FieldErrors {
  const errors: FieldErrors = {}
  for (const { name, problem } of forms[mode]) {
    const text = problem(values[name])
    if (text !== null) errors[name] = { text }
  }
  return errors
}

/** Where the server's refusal belongs: under a field, or above the button where it is about none. */
export function refusal(mode: AuthMode, { code, message, fields }: CallFailure): { fields: FieldErrors; general: string | null } {
  const byCode: Partial<Record<CallFailure['code'], FieldErrors>> = {
    email_in_use: { email: t.auth.emailInUse },
    account_exists: { email: t.auth.accountExists },
    account_does_not_exist: { username: t.auth.accountDoesNotExist },
    wrong_credentials: { password: t.auth.wrongCredentials },
  }
  const known = byCode[code]
  if (known) return { fields: known, general: null }
  const named: FieldErrors = {}
  for (const { name } of forms[mode]) if (fields?.[name]) named[name] = { text: fields[name] }
  return { fields: named, general: Object.keys(named).length > 0 ? null : message }
}

/** Trimmed, and an address in lower case (A5). A password stays as it was typed. */
export const tidyValues = (values: Values): Values => ({
  name: cleanName(values.name),
  email: values.email.trim().toLowerCase(),
  username: values.username.trim(),
  password: values.password,
})
