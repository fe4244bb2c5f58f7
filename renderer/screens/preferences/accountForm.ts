/** What a member says of themselves, as data: each field with its limit and its rule (P1). */
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { cleanAbout, cleanEmail, cleanLine, cleanName, emailProblem, nameProblem } from '#contract/rules.ts'
import type { Me } from '#contract/schemas.ts'
import { isFailure } from '#data/index.ts'
import { t } from '#texts/index.ts'

export type AccountField = 'email' | 'name' | 'city' | 'country' | 'description'
type Values = Record<AccountField, string>
/** `password`: the present one, which another address asks for. */
export type AccountErrors = Partial<Record<AccountField | 'password', string>>

interface Rule {
  label: () => string
  autoComplete: string
  max: number
  /** As it is kept. */
  clean: (value: string) => string
  problem: (value: string) => string | null
}

/** A message where what is kept of it would be too long, and otherwise what else is wrong. */
const within =
  (max: number, clean: (value: string) => string, tooLong: () => string, other: (value: string) => string | null = () => null) =>
  (value: string): string | null =>
    clean(value).length > max ? tooLong() : other(value)

const rule = (
  max: number,
  clean: Rule['clean'],
  label: Rule['label'],
  autoComplete: string,
  tooLong: () => string,
  other?: Rule['problem'],
): Rule => ({ max, clean, label, autoComplete, problem: within(max, clean, tooLong, other) })

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

/** Which fields a refusal is about: an address in use is said under its field, whatever the server calls it. */
export function refusedFields(error: unknown): Record<string, string> | undefined {
  if (!isFailure(error)) return undefined
  return error.code === 'email_in_use' ? { email: error.message } : error.fields
}

export interface AccountForm {
  fields: readonly AccountField[]
  values: Values
  errors: AccountErrors
  /** Something differs from what is kept. */
  dirty: boolean
  /** What is asked for to change the address; null where nothing is. */
  password: string | null
  changePassword: (value: string) => void
  change: (field: AccountField, value: string) => void
  /** Marks what is wrong with it. */
  leave: (field: AccountField) => void
  /** What there is to send; null where something is wrong, which is marked now. */
  check: () => (Partial<Values> & { password?: string }) | null
  /** Marks what the server refused. Answers whether one of these fields was. */
  refuse: (fields: Record<string, string> | undefined) => boolean
  /** Begins anew with what is kept now. */
  settle: (me: Me) => void
}

/** The fields of one form; the same for the preferences and for the settings of one's profile. */
export function useAccountForm(me: Me, fields: readonly AccountField[]): AccountForm {
  const [kept, setKept] = useState(() => valuesOf(me))
  const [values, setValues] = useState(kept)
  const [given, setGiven] = useState('')
  const [errors, setErrors] = useState<AccountErrors>({})
  const changed = fields.filter((field) => values[field] !== kept[field])
  const password = me.hasPassword && cleanEmail(values.email) !== kept.email ? given : null

  return {
    fields,
    values,
    errors,
    dirty: changed.length > 0,
    password,
    changePassword(value) {
      setGiven(value)
      setErrors(({ password: _, ...others }) => others)
    },
    change(field, value) {
      setValues((before) => ({ ...before, [field]: value }))
      // What is being mended is no longer called wrong.
      setErrors(({ [field]: _, ...others }) => others)
    },
    leave(field) {
      // A field that was only focused stays unmarked, an account without an e-mail address included.
      const problem = values[field] === kept[field] ? null : accountRules[field].problem(values[field])
      if (problem !== null) setErrors((before) => ({ ...before, [field]: problem }))
    },
    check() {
      const found: AccountErrors = {}
      for (const field of fields) {
        const problem = accountRules[field].problem(values[field])
        if (problem !== null) found[field] = problem
      }
      if (password === '') found.password = messages.passwordWrong
      setErrors(found)
      if (Object.keys(found).length > 0) return null
      return {
        ...Object.fromEntries(changed.map((field) => [field, accountRules[field].clean(values[field])])),
        ...(password !== null && { password }),
      }
    },
    refuse(named = {}) {
      const found = Object.fromEntries([...fields, 'password'].flatMap((field) => (named[field] ? [[field, named[field]]] : [])))
      setErrors(found)
      return Object.keys(found).length > 0
    },
    settle(saved) {
      const next = valuesOf(saved)
      setKept(next)
      // What was typed since it was sent stays.
      setValues(
        (now) =>
          Object.fromEntries(
            Object.entries(now).map(([name, value]) => {
              const field = name as AccountField
              return [field, value === values[field] ? next[field] : value]
            }),
          ) as typeof now,
      )
      setGiven('')
      setErrors({})
    },
  }
}
