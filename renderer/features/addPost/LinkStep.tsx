import { useEffect, useRef, type Ref } from 'react'
import { X } from 'lucide-react'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { hostOf, looksLikeLink } from './links.ts'
import { MediaPreview } from './MediaPreview.tsx'
import type { Lookup } from './useLookup.ts'
import styles from './LinkStep.module.css'

/** Typing is waited for this long (B4); a paste is looked up at once. */
const typingPause = 450

interface LinkStepProps {
  ref: Ref<HTMLInputElement>
  link: string
  lookup: Lookup
  onLink: (link: string) => void
  onLook: (link: string) => void
  onRemove: () => void
}

/** A link is pasted or typed, looked up, and then stands as what it leads to. */
export function LinkStep({ ref, link, lookup, onLink, onLook, onRemove }: LinkStepProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The dialog was opened with a link: nobody typed it, so nothing else asks what it holds.
  const given = useRef(lookup.state === 'idle' ? link : '')
  const look = useRef(onLook)
  useEffect(() => {
    if (looksLikeLink(given.current)) look.current(given.current)
  }, [])

  if (lookup.state === 'found')
    return (
      <div className={styles.found}>
        <MediaPreview finding={lookup.finding} />
        <IconButton name={t.addPost.remove} icon={<Icon as={X} />} className={styles.remove} onClick={onRemove} />
      </div>
    )

  const change = (value: string, pasted: boolean) => {
    clearTimeout(timer.current)
    onLink(value)
    if (!looksLikeLink(value)) return
    if (pasted) onLook(value)
    else timer.current = setTimeout(onLook, typingPause, value)
  }
  const looking = lookup.state === 'looking'
  return (
    <div className={styles.step}>
      <Field
        ref={ref}
        label={t.addPost.link}
        type="url"
        inputMode="url"
        placeholder={t.addPost.placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={link}
        hint={t.addPost.linkHint}
        error={lookup.state === 'failed' ? lookup.message : undefined}
        onChange={(event) => change(event.currentTarget.value, (event.nativeEvent as InputEvent).inputType === 'insertFromPaste')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          clearTimeout(timer.current)
          if (link.trim() !== '') onLook(link)
        }}
      />
      {lookup.state === 'failed' && <div><Button size="small" onClick={() => onLook(link)}>{t.common.retry}</Button></div>}
      <p role="status" className={styles.status}>{looking && t.addPost.looking(hostOf(lookup.link))}</p>
      {looking && <Bone />}
    </div>
  )
}

const Bone = () => (
  <div className={styles.bone} aria-hidden="true">
    <Skeleton ratio="16/9" width="9rem" />
    <div className={styles.lines}><Skeleton width="80%" height="1.1rem" /><Skeleton width="45%" height="0.9rem" /></div>
  </div>
)
