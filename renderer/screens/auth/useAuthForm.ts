import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import {
  endSession,
  setMe,
  useLoginMutation,
  useLogoutMutation,
  useMe,
  useSignupMutation,
  useSite,
  type AuthMode,
  type CallFailure,
} from '#data/index.ts'
import { useResetPasswordMutation, useSendPasswordResetMutation, useSetEmailMutation } from '#data/recovery.ts'
import { forms, isForm, problems, refusal, tidyValues, type FieldErrors, type FieldName, type FormMode, type Values } from './form.ts'

/** A9: a result is applied about a second after it was asked for. */
const resultDelay = 1000

export interface Prefill {
  email?: string | undefined
  resetCode?: string | undefined
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

interface Options {
  mode: AuthMode
  prefill: Prefill
  /** The form has done what it is for; who is signed in is known by then. */
  onSent: (mode: FormMode) => void
}

/** The state of whichever form is shown (A4.1). Going from one to another keeps what both ask for. */
export function useAuthForm({ mode, prefill, onSent }: Options) {
  const { email = '', resetCode = '' } = prefill
  const { minPassword } = useSite()
  const send = useSend(resetCode)
  const [pending, setPending] = useState(false)
  const [values, setValues] = useState<Values>({ name: '', email, username: email, password: '' })
  const [errors, setErrors] = useState<FieldErrors>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [shakes, setShakes] = useState(0)
  const inputs = useRef<Partial<Record<FieldName, HTMLInputElement | null>>>({})
  /** Fields with input since the form opened. */
  const edited = useRef(new Set<FieldName>())
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])

  const reject = (form: FormMode, fields: FieldErrors, message: string | null = null) => {
    setErrors(fields)
    setGeneral(message)
    setShakes((count) => count + 1)
    const first = forms[form].find(({ name }) => fields[name])?.name ?? forms[form][0]?.name
    if (first) inputs.current[first]?.focus()
  }

  const submit = async () => {
    if (pending || !isForm(mode)) return
    const wrong = problems(mode, values, minPassword)
    if (Object.keys(wrong).length > 0) return reject(mode, wrong)
    setErrors({})
    setGeneral(null)
    setPending(true)
    const [{ error, settle }] = await Promise.all([send(mode, tidyValues(values)), wait(resultDelay)])
    if (gone.current) return settle?.()
    setPending(false)
    if (error) {
      const { fields, general } = refusal(mode, error)
      return reject(mode, fields, general)
    }
    setValues((before) => ({ ...before, password: '' }))
    onSent(mode)
    settle?.()
  }

  return {
    pending,
    values,
    errors,
    general,
    shakes,
    inputs,
    submit,
    change: (name: FieldName, value: string) => {
      edited.current.add(name)
      setValues((before) => ({ ...before, [name]: value }))
      // What is being mended is no longer called wrong.
      setErrors(({ [name]: _, ...others }) => others)
    },
    /** Validates on blur, but not a field that was only focused: nothing was entered that could be wrong. */
    leave: (name: FieldName) => {
      if (!pending && isForm(mode) && edited.current.has(name))
        setErrors((before) => ({ ...before, [name]: problems(mode, values, minPassword)[name] ?? before[name] }))
    },
    /** Forgets what was wrong, keeps what both forms ask for. */
    reset: () => {
      edited.current.clear()
      setErrors({})
      setGeneral(null)
      setShakes(0)
      setValues(({ email, username, ...others }) => ({
        ...others,
        email: email || (username.includes('@') ? username : ''),
        username: username || email,
      }))
    },
  }
}

interface Sent {
  error?: CallFailure | undefined
  /** Makes known what has changed. */
  settle?: (() => void) | undefined
}

/** One call a form. */
function useSend(key: string): (mode: FormMode, values: Values) => Promise<Sent> {
  const dispatch = useDispatch()
  const { me } = useMe()
  const [signup] = useSignupMutation()
  const [login] = useLoginMutation()
  const [logout] = useLogoutMutation()
  const [sendPasswordReset] = useSendPasswordResetMutation()
  const [resetPassword] = useResetPasswordMutation()
  const [setEmail] = useSetEmailMutation()

  const asMember = ({ data, error }: { data?: Parameters<typeof setMe>[1] | undefined; error?: unknown }): Sent =>
    data ? { settle: () => setMe(dispatch, data) } : { error: error as CallFailure }

  return async (mode, { name, email, username, password }) => {
    switch (mode) {
      case 'signup':
        return asMember(await signup({ body: { name, email, password } }))
      case 'login':
        return asMember(await login({ body: { username, password } }))
      case 'getEmail':
        return asMember(await setEmail({ body: { email } }))
      case 'forgotPassword':
        return { error: (await sendPasswordReset({ body: { email } })).error as CallFailure | undefined }
      case 'resetPassword': {
        // Every session ends with the old password, this one too.
        const reset = () => resetPassword({ body: { key, password } })
        const { error } = await (me ? endSession(reset) : reset())
        if (error) return { error: error as CallFailure }
        if (me) await logout()
        return me ? { settle: () => setMe(dispatch, null) } : {}
      }
    }
  }
}
