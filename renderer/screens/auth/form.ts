/** The forms of signing in, as data: their fields, their words, their rules and what a refusal means for which field. */
import { cleanName, emailProblem, loginProblem, nameProblem, passwordProblem } from '#contract/rules.ts'
import type { AuthMode, CallFailure } from '#data/index.ts'
import { t } from '#texts/index.ts'

export type FormMode = Exclude<AuthMode, 'passwordSent' | 'passwordChanged' | 'welcome'>
export type FieldName = 'name' | 'email' | 'username' | 'password'
export type Values = Record<FieldName, string>

export interface FieldRule {
  name: FieldName
  label: () => string
  type: 'text' | 'email' | 'password'
  autoComplete: string
  /** @param min characters that the operator demands of a new password. */
  problem: (value: string, min?: number) => string | null
}

const email = { name: 'email', label: () => t.auth.email, type: 'email', autoComplete: 'email', problem: emailProblem } as const
const newPassword = {
  name: 'password',
  label: () => t.auth.password,
  type: 'password',
  autoComplete: 'new-password',
  problem: passwordProblem,
} as const

export const forms: Record<FormMode, readonly FieldRule[]> = {
  signup: [{ name: 'name', label: () => t.auth.name, type: 'text', autoComplete: 'name', problem: nameProblem }, email, newPassword],
  login: [
    { name: 'username', label: () => t.auth.login, type: 'text', autoComplete: 'username', problem: loginProblem },
    // One that is older than what the operator demands now must still do.
    { ...newPassword, autoComplete: 'current-password', problem: (value) => passwordProblem(value) },
  ],
  getEmail: [email],
  forgotPassword: [email],
  resetPassword: [{ ...newPassword, label: () => t.auth.newPassword }],
}

export const isForm = (mode: AuthMode): mode is FormMode => mode in forms

/** What each form says, and what may come next beside sending it. */
export const wordsOf: Record<
  FormMode,
  () => { title: string; text: string; submit: string; next?: { lead: string; link: string; to: AuthMode } }
> = {
  signup: () => ({
    title: t.auth.signupTitle,
    text: t.auth.signupText,
    submit: t.auth.signUp,
    next: { lead: t.auth.haveAccount, link: t.auth.toLogin, to: 'login' },
  }),
  login: () => ({
    title: t.auth.loginTitle,
    text: t.auth.loginText,
    submit: t.auth.logIn,
    next: { lead: t.auth.noAccount, link: t.auth.toSignup, to: 'signup' },
  }),
  getEmail: () => ({ title: t.auth.getEmailTitle, text: t.auth.getEmailText, submit: t.auth.saveEmail }),
  forgotPassword: () => ({
    title: t.auth.forgotTitle,
    text: t.auth.forgotText,
    submit: t.auth.sendLink,
    next: { lead: t.auth.remembered, link: t.auth.toLogin, to: 'login' },
  }),
  resetPassword: () => ({ title: t.auth.resetTitle, text: t.auth.resetText, submit: t.auth.changePassword }),
}

/** An error under a field, perhaps ending in a link to another form (A8). */
export interface FieldError {
  text: string
  link?: string
  to?: AuthMode
}
export type FieldErrors = Partial<Record<FieldName, FieldError>>

/** What is wrong with the values before they are sent. */
export function problems(mode: FormMode, values: Values, minPassword?: number): FieldErrors {
  const errors: FieldErrors = {}
  for (const { name, problem } of forms[mode]) {
    const text = problem(values[name], minPassword)
    if (text !== null) errors[name] = { text }
  }
  return errors
}

/** Where the server's refusal belongs: under a field, or above the button where it is about none. */
export function refusal(mode: FormMode, { code, message, fields }: CallFailure): { fields: FieldErrors; general: string | null } {
  const known = knownRefusal(mode, code)
  if (known) return { fields: known, general: null }
  const named: FieldErrors = {}
  for (const { name } of forms[mode]) if (fields?.[name]) named[name] = { text: fields[name] }
  return { fields: named, general: Object.keys(named).length > 0 ? null : message }
}

function knownRefusal(mode: FormMode, code: CallFailure['code']): FieldErrors | null {
  switch (code) {
    // Who has signed up a moment ago is not sent away to log in.
    case 'email_in_use':
      return { email: mode === 'getEmail' ? { text: t.auth.emailInUse.text } : { ...t.auth.emailInUse, to: 'login' } }
    case 'account_exists':
      return { email: { ...t.auth.accountExists, to: 'login' } }
    case 'account_does_not_exist':
      return { [mode === 'login' ? 'username' : 'email']: { ...t.auth.accountDoesNotExist, to: 'signup' } }
    case 'wrong_credentials':
      return { password: { ...t.auth.wrongCredentials, to: 'signup' } }
    case 'forbidden':
      return mode === 'resetPassword' ? { password: { ...t.auth.resetFailed, to: 'forgotPassword' } } : null
    default:
      return null
  }
}

/** Trimmed, and an address in lower case (A5). A password stays as it was typed. */
export const tidyValues = (values: Values): Values => ({
  name: cleanName(values.name),
  email: values.email.trim().toLowerCase(),
  username: values.username.trim(),
  password: values.password,
})
