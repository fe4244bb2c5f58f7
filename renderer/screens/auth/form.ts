/** The sign-in forms as data: fields, texts, validation, and the mapping of server errors to fields. */
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
  /** @param min minimum password length of this site */
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
    // Existing passwords may be shorter than the current minimum.
    { ...newPassword, autoComplete: 'current-password', problem: (value) => passwordProblem(value) },
  ],
  getEmail: [email],
  forgotPassword: [email],
  resetPassword: [{ ...newPassword, label: () => t.auth.newPassword }],
}

export const isForm = (mode: AuthMode): mode is FormMode => mode in forms

/** Texts of each form, and the link to the next form. */
export const formTexts: Record<
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

/** An error below a field, optionally with a link to another form (A8). */
export interface FieldError {
  text: string
  link?: string
  to?: AuthMode
}
export type FieldErrors = Partial<Record<FieldName, FieldError>>

/** Client-side validation. */
export function validate(mode: FormMode, values: Values, minPassword?: number): FieldErrors {
  const errors: FieldErrors = {}
  for (const { name, problem } of forms[mode]) {
    const text = problem(values[name], minPassword)
    if (text !== null) errors[name] = { text }
  }
  return errors
}

/** Maps a server error to a field, or to a general message above the button. */
export function errorsFrom(mode: FormMode, { code, message, fields }: CallFailure): { fields: FieldErrors; general: string | null } {
  const knownErrors = knownErrorsOf(mode, code)
  if (knownErrors) return { fields: knownErrors, general: null }
  const fieldErrors: FieldErrors = {}
  for (const { name } of forms[mode]) if (fields?.[name]) fieldErrors[name] = { text: fields[name] }
  return { fields: fieldErrors, general: Object.keys(fieldErrors).length > 0 ? null : message }
}

function knownErrorsOf(mode: FormMode, code: CallFailure['code']): FieldErrors | null {
  switch (code) {
    // Not after a sign-up without an address: the member is signed in already.
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

/** Trimmed, with the address in lower case (A5). Passwords are sent unchanged. */
export const tidyValues = (values: Values): Values => ({
  name: cleanName(values.name),
  email: values.email.trim().toLowerCase(),
  username: values.username.trim(),
  password: values.password,
})
