import { useEffect, useRef } from 'react'
import { t } from '#texts/index.ts'
import { Notice } from './Notice.tsx'

/** What a new or returning member sees so long (A9, ms). */
const welcomeTime = 2500

export function Welcome({ name, heading, onDone }: { name: string; heading: 'h1' | 'h2'; onDone: () => void }) {
  const latest = useRef(onDone)
  useEffect(() => {
    latest.current = onDone
  })
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), welcomeTime)
    return () => clearTimeout(timer)
  }, [])
  return <Notice heading={heading} title={t.auth.welcomeTitle(name)} text={t.auth.welcomeText} />
}
