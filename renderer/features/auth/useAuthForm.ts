import { useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { setMe, useLoginMutation, useSignupMutation, type AuthMode, type CallFailure } from '../../app/api/index.ts'
import type { Me } from '../../../server/contract/schemas.ts'
import { forms, problems, refusal, tidyValues, type FieldErrors, type FieldName, type Values } from './form.ts'

/** A9: a result is applied about a second after it was asked for, and the welcome stays this long. */
const resultDelay = 1000
const welcomeTime = 2500

export type Phase = { name: 'form' } | { name: 'pending' } | { name: 'welcome'; member: Me }

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
const empty: Values = { name: '', email: '', username: '', password: '' }

/** The state of signing up or logging in (A4.1). `onDone` comes after the welcome. */
export function useAuthForm(mode: AuthMode, onDone: () => void) {
  const dispatch = useDispatch()
  const [signup] = useSignupMutation()
  const [login] = useLoginMutation()
  const [phase, setPhase] = useState<Phase>({ name: 'form' })
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [shakes, setShakes] = useState(0)
  const inputs = useRef<Partial<Record<FieldName, HTMLInputElement | null>>>({})

  const reject = (fields: FieldErrors, message: string | null = null) => {
    setPhase({ name: 'form' })
    setErrors(fields)
    setGeneral(message)
    setShakes((count) => count + 1)
    const first = forms[mode].find(({ name }) => fields[name])?.name ?? forms[mode][0]?.name
    if (first) inputs.current[first]?.focus()
  }

  const send = async () => {
    const { name, email, username, password } = tidyValues(values)
    return mode === 'signup' ? signup({ body: { name, email, password } }) : login({ body: { username, password } })
  }

  const submit = async () => {
    if (phase.name !== 'form') return
    const wrong = problems(mode, values)
    if (Object.keys(wrong).length > 0) return reject(wrong)
    setErrors({})
    setGeneral(null)
    setPhase({ name: 'pending' })
    const [{ data, error }] = await Promise.all([send(), wait(resultDelay)])
    if (!data) {
      const { fields, general } = refusal(mode, error as CallFailure)
      return reject(fields, general)
    }
    setMe(dispatch, data)
    setPhase({ name: 'welcome', member: data })
    await wait(welcomeTime)
    onDone()
  }

  return {
    phase,
    values,
    errors,
    general,
    shakes,
    inputs,
    submit,
    change: (name: FieldName, value: string) => {
      setValues((before) => ({ ...before, [name]: value }))
      // What is being mended is no longer called wrong.
      setErrors(({ [name]: _, ...others }) => others)
    },
    leave: (name: FieldName) => setErrors((before) => ({ ...before, [name]: problems(mode, values)[name] ?? before[name] })),
    /** Forgets what was wrong, keeps what both forms ask for. */
    reset: () => {
      setErrors({})
      setGeneral(null)
      setValues((before) => ({ ...before, email: before.email || before.username, username: before.username || before.email }))
    },
  }
}
