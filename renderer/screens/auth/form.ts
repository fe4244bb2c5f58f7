/** The sign-in forms as data: fields, texts, validation, and the mapping of server errors to fields. */
import { cleanName, emailProblem, loginProblem, nameProblem, passwordProblem, type Network } from '#contract/rules.ts'
import type { AuthMode, CallFailure } from '#data/index.ts'
import { t } from '#texts/index.ts'

/** The modes that show a form; the others show a message. */
export type FormMode = Exclude<AuthMode, 'passwordSent' | 'passwordChanged' | 'welcome'>
export type FieldName = 'name' | 'email' | 'username' | 'password'
export type Values = Record<FieldName, string>

export interface FieldRule {
  name: FieldName
  label: () => string
  type: 'text' | 'email' | 'password'
  autoComplete: string
  /**
   * The message if the value is invalid; null if it is valid.
   * @param min minimum password length of this site
   */
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

/** The fields of each form, in order. */
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

/** The texts of each form, and the link below it to another form. Functions, since texts are read while rendering. */
export const formTexts: Record<
  FormMode,
  (site: { networks: readonly Network[] }) => {
    title: string
    text: string
    submit: string
    next?: { lead: string; link: string; to: AuthMode }
  }
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
  resetPassword: ({ networks }) => ({
    title: t.auth.resetTitle,
    text: networks.length > 0 ? t.auth.resetTextNetworks : t.auth.resetText,
    submit: t.auth.changePassword,
  }),
}

/** An error below a field, optionally with a link to another form (A8). */
export interface FieldError {
  text: string
  link?: string
  to?: AuthMode
}
export type FieldErrors = Partial<Record<FieldName, FieldError>>

/** Validates the form before it is sent; the result is empty if it is valid. */
export function validate(mode: FormMode, values: Values, minPassword?: number): FieldErrors {
  const errors: FieldErrors = {}
  for (const { name, problem } of forms[mode]) {
    const text = problem(values[name], minPassword)
    if (text !== null) errors[name] = { text }
  }
  return errors
}

/** Maps a server error to fields, or to a general message above the button. */
export function errorsFrom(mode: FormMode, { code, message, fields }: CallFailure): { fields: FieldErrors; general: string | null } {
  const knownErrors = knownErrorsOf(mode, code)
  if (knownErrors) return { fields: knownErrors, general: null }
  const fieldErrors: FieldErrors = {}
  for (const { name } of forms[mode]) if (fields?.[name]) fieldErrors[name] = { text: fields[name] }
  return { fields: fieldErrors, general: Object.keys(fieldErrors).length > 0 ? null : message }
}

/** The field errors for codes that have a text of their own; null for other codes. */
function knownErrorsOf(mode: FormMode, code: CallFailure['code']): FieldErrors | null {
  switch (code) {
    // No link to the login in `getEmail`: there, the member is signed in already.
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

/** The values as they are sent: trimmed, with the e-mail address in lower case (A5), the password unchanged. */
export const tidyValues = (values: Values): Values => ({
  name: cleanName(values.name),
  email: values.email.trim().toLowerCase(),
  username: values.username.trim(),
  password: values.password,
})
