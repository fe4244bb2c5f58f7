/** The account form as data: fields, limits and validation (P1). */
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { cleanAbout, cleanEmail, cleanLine, cleanName, emailProblem, nameProblem } from '#contract/rules.ts'
import type { Me } from '#contract/schemas.ts'
import { isFailure } from '#data/index.ts'
import { t } from '#texts/index.ts'

export type AccountField = 'email' | 'name' | 'city' | 'country' | 'description'
type Values = Record<AccountField, string>
/** Error messages by field. `password` is the current password, which a changed email address requires. */
export type AccountErrors = Partial<Record<AccountField | 'password', string>>

interface Rule {
  /** A function, since texts are read while rendering. */
  label: () => string
  autoComplete: string
  /** Maximum number of characters of the normalised value. */
  max: number
  /** Normalises the value as the server does. */
  clean: (value: string) => string
  /** The error message for a value; null if it is valid. */
  problem: (value: string) => string | null
}

/** Creates a validation that checks the length of the normalised value, then `otherProblem`. */
const withMaxLength =
  (max: number, clean: (value: string) => string, tooLong: () => string, otherProblem: (value: string) => string | null = () => null) =>
  (value: string): string | null =>
    clean(value).length > max ? tooLong() : otherProblem(value)

const rule = (
  max: number,
  clean: Rule['clean'],
  label: Rule['label'],
  autoComplete: string,
  tooLong: () => string,
  otherProblem?: Rule['problem'],
): Rule => ({ max, clean, label, autoComplete, problem: withMaxLength(max, clean, tooLong, otherProblem) })

/** The rules of each field; the limits and checks are those of the server. */
export const accountRules: Record<AccountField, Rule> = {
  email: rule(
    limits.email.max,
    cleanEmail,
    () => t.preferences.email,
    'email',
    () => t.preferences.emailTooLong,
    emailProblem,
  ),
  name: rule(
    limits.name.max,
    cleanName,
    () => t.preferences.name,
    'name',
    () => t.preferences.nameTooLong,
    nameProblem,
  ),
  city: rule(
    limits.city,
    cleanLine,
    () => t.preferences.city,
    'address-level2',
    () => messages.cityTooLong,
  ),
  country: rule(
    limits.city,
    cleanLine,
    () => t.preferences.country,
    'country-name',
    () => messages.countryTooLong,
  ),
  description: rule(
    limits.about,
    cleanAbout,
    () => t.preferences.about,
    'off',
    () => messages.aboutTooLong,
  ),
}

const valuesOf = ({ email, name, city, country, description }: Me): Values => ({ email, name, city, country, description })

/** The field errors of a failed request; undefined if it has none. */
export function refusedFields(error: unknown): Record<string, string> | undefined {
  if (!isFailure(error)) return undefined
  return error.code === 'email_in_use' ? { email: error.message } : error.fields
}

export interface AccountForm {
  fields: readonly AccountField[]
  values: Values
  errors: AccountErrors
  /** Whether any value differs from the saved one. */
  dirty: boolean
  /** The current password, if the email address changes; otherwise null. */
  password: string | null
  changePassword: (value: string) => void
  change: (field: AccountField, value: string) => void
  /** Validates a field on blur. */
  blur: (field: AccountField) => void
  /** The changes to send; null if a field is invalid, with the errors set. */
  check: () => (Partial<Values> & { password?: string }) | null
  /** Sets field errors of the server. Returns whether any belong to this form. */
  refuse: (fields: Record<string, string> | undefined) => boolean
  /** Takes over the values that the server has saved. */
  reset: (me: Me) => void
}

/** State of an account form; used by the preferences and by the profile settings. */
export function useAccountForm(me: Me, fields: readonly AccountField[]): AccountForm {
  const [saved, setSaved] = useState(() => valuesOf(me))
  const [values, setValues] = useState(saved)
  const [enteredPassword, setEnteredPassword] = useState('')
  const [errors, setErrors] = useState<AccountErrors>({})
  const changed = fields.filter((field) => values[field] !== saved[field])
  const password = me.hasPassword && cleanEmail(values.email) !== saved.email ? enteredPassword : null

  return {
    fields,
    values,
    errors,
    dirty: changed.length > 0,
    password,
    changePassword(value) {
      setEnteredPassword(value)
      setErrors(({ password: _, ...others }) => others)
    },
    change(field, value) {
      setValues((before) => ({ ...before, [field]: value }))
      // Editing a field clears its error.
      setErrors(({ [field]: _, ...others }) => others)
    },
    blur(field) {
      // No error for an unchanged value, such as the missing email address of a member who signed up by a network.
      const problem = values[field] === saved[field] ? null : accountRules[field].problem(values[field])
      if (problem !== null) setErrors((before) => ({ ...before, [field]: problem }))
    },
    check() {
      const fieldErrors: AccountErrors = {}
      for (const field of fields) {
        const problem = accountRules[field].problem(values[field])
        if (problem !== null) fieldErrors[field] = problem
      }
      if (password === '') fieldErrors.password = messages.passwordWrong
      setErrors(fieldErrors)
      if (Object.keys(fieldErrors).length > 0) return null
      return {
        ...Object.fromEntries(changed.map((field) => [field, accountRules[field].clean(values[field])])),
        ...(password !== null && { password }),
      }
    },
    refuse(serverErrors = {}) {
      const fieldErrors = Object.fromEntries(
        [...fields, 'password'].flatMap((field) => (serverErrors[field] ? [[field, serverErrors[field]]] : [])),
      )
      setErrors(fieldErrors)
      return Object.keys(fieldErrors).length > 0
    },
    reset(saved) {
      const next = valuesOf(saved)
      setSaved(next)
      // Retains what was entered during the request.
      setValues(
        (now) =>
          Object.fromEntries(
            Object.entries(now).map(([name, value]) => {
              const field = name as AccountField
              return [field, value === values[field] ? next[field] : value]
            }),
          ) as typeof now,
      )
      setEnteredPassword('')
      setErrors({})
    },
  }
}
