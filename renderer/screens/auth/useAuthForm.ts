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
import { forms, isForm, validate, errorsFrom, tidyValues, type FieldErrors, type FieldName, type FormMode, type Values } from './form.ts'

/** Minimum time in ms from submitting a form to showing the result (A9). */
const minResultDelayMs = 1000

/** Values from the link of a mail. */
export interface Prefill {
  email?: string | undefined
  resetCode?: string | undefined
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

interface Options {
  mode: AuthMode
  prefill: Prefill
  /** Called after success, before the new session is applied (`SendResult`). */
  onSent: (mode: FormMode) => void
}

/** The state of the current form, and its submission (A4.1). Values that two forms share survive a change of form. */
export function useAuthForm({ mode, prefill, onSent }: Options) {
  const { email = '', resetCode = '' } = prefill
  const { minPassword } = useSite()
  const send = useSendForm(resetCode)
  const [pending, setPending] = useState(false)
  const [values, setValues] = useState<Values>({ name: '', email, username: email, password: '' })
  const [errors, setErrors] = useState<FieldErrors>({})
  const [general, setGeneral] = useState<string | null>(null)
  const [shakes, setShakes] = useState(0)
  const inputs = useRef<Partial<Record<FieldName, HTMLInputElement | null>>>({})
  /** Fields with input since the form opened. */
  const edited = useRef(new Set<FieldName>())
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])

  /** Shows the errors, shakes the form and focuses the first invalid field. */
  const reject = (form: FormMode, fields: FieldErrors, message: string | null = null) => {
    setErrors(fields)
    setGeneral(message)
    setShakes((count) => count + 1)
    const first = forms[form].find(({ name }) => fields[name])?.name ?? forms[form][0]?.name
    if (first) inputs.current[first]?.focus()
  }

  const submit = async () => {
    if (pending || !isForm(mode)) return
    const invalid = validate(mode, values, minPassword)
    if (Object.keys(invalid).length > 0) return reject(mode, invalid)
    setErrors({})
    setGeneral(null)
    setPending(true)
    const [{ error, applySession }] = await Promise.all([send(mode, tidyValues(values)), wait(minResultDelayMs)])
    // The forms are gone, but the server has changed the session.
    if (isUnmounted.current) return applySession?.()
    setPending(false)
    if (error) {
      const { fields, general } = errorsFrom(mode, error)
      return reject(mode, fields, general)
    }
    setValues((before) => ({ ...before, password: '' }))
    onSent(mode)
    applySession?.()
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
      // Clears the error of the field.
      setErrors(({ [name]: _, ...others }) => others)
    },
    /** Validates on blur, but not a field that was only focused: nothing was entered that could be wrong. */
    blur: (name: FieldName) => {
      if (!pending && isForm(mode) && edited.current.has(name))
        setErrors((before) => ({ ...before, [name]: validate(mode, values, minPassword)[name] ?? before[name] }))
    },
    /**
     * Called before another form is shown: clears the errors, and uses an entered e-mail address as the user name or
     * vice versa.
     */
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

interface SendResult {
  error?: CallFailure | undefined
  /** Applies the changed session to the page. Deferred, so that the form can first show its result. */
  applySession?: (() => void) | undefined
}

/** Returns the function that sends each form to its endpoint. `key` is the code of a password reset. */
function useSendForm(key: string): (mode: FormMode, values: Values) => Promise<SendResult> {
  const dispatch = useDispatch()
  const { me } = useMe()
  const [signup] = useSignupMutation()
  const [login] = useLoginMutation()
  const [logout] = useLogoutMutation()
  const [sendPasswordReset] = useSendPasswordResetMutation()
  const [resetPassword] = useResetPasswordMutation()
  const [setEmail] = useSetEmailMutation()

  const sessionResult = ({ data, error }: { data?: Parameters<typeof setMe>[1] | undefined; error?: unknown }): SendResult =>
    data ? { applySession: () => setMe(dispatch, data) } : { error: error as CallFailure }

  return async (mode, { name, email, username, password }) => {
    switch (mode) {
      case 'signup':
        return sessionResult(await signup({ body: { name, email, password } }))
      case 'login':
        return sessionResult(await login({ body: { username, password } }))
      case 'getEmail':
        return sessionResult(await setEmail({ body: { email } }))
      case 'forgotPassword':
        return { error: (await sendPasswordReset({ body: { email } })).error as CallFailure | undefined }
      case 'resetPassword': {
        // The server ends all sessions when the password changes, including this one.
        const reset = () => resetPassword({ body: { key, password } })
        const { error } = await (me ? endSession(reset) : reset())
        if (error) return { error: error as CallFailure }
        if (me) await logout()
        return me ? { applySession: () => setMe(dispatch, null) } : {}
      }
    }
  }
}
