import { useEffect, useRef } from 'react'
import { t } from '#texts/index.ts'
import { Notice } from './Notice.tsx'

/** How long the welcome is shown, in ms (A9). */
const welcomeMs = 2500

/** The message after signing in. Calls `onDone` when its time is over. */
export function Welcome({ name, heading, onDone }: { name: string; heading: 'h1' | 'h2'; onDone: () => void }) {
  const latestOnDone = useRef(onDone)
  useEffect(() => {
    latestOnDone.current = onDone
  })
  useEffect(() => {
    const timer = setTimeout(() => latestOnDone.current(), welcomeMs)
    return () => clearTimeout(timer)
  }, [])
  return <Notice heading={heading} title={t.auth.welcomeTitle(name)} text={t.auth.welcomeText} />
}
