import { useEffect, useRef } from 'react'
import { t } from '#texts/index.ts'
import { Notice } from './Notice.tsx'

/** Duration of the welcome (A9, ms). */
const welcomeMs = 2500

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
