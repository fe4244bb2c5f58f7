import { useId, useState, type Ref } from 'react'
import { Search } from 'lucide-react'
import { usePictureSourcesQuery, type FoundPicture } from '#data/pictures.ts'
import { messages } from '#contract/messages.ts'
import { t } from '#texts/index.ts'
import { isOfInputMethod } from '#ui/composing.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { isAddress } from './address.ts'
import { SourceResults } from './SourceResults.tsx'
import styles from './PictureSearch.module.css'

interface PictureSearchProps {
  /** Current query, owned by the parent, so that the results are restored on return. '' before the first search. */
  asked: string
  onAsk: (words: string) => void
  onPick: (picture: FoundPicture) => void
  /** Called with a pasted picture address; omit it where addresses are not allowed. */
  onAddress?: ((address: string) => void) | undefined
  /** Error of the picked or pasted picture. */
  problem?: string | null | undefined
  /** Id or address of the picture being loaded. */
  busy?: string | null | undefined
  ref?: Ref<HTMLInputElement>
}

/** Keyword search for pictures, with one result section per available service (C2, D5). */
export function PictureSearch({ asked, onAsk, onPick, onAddress, problem, busy = null, ref }: PictureSearchProps) {
  const id = useId()
  const [text, setText] = useState(asked)
  const [refused, setRefused] = useState<string | null>(null)
  const { data, isError, refetch } = usePictureSourcesQuery()
  const sources = (data?.sources ?? []).filter(({ available }) => available)
  const said = refused ?? problem

  const go = (written: string) => {
    const words = written.trim()
    setRefused(null)
    if (words === '') return
    if (!isAddress(words)) return onAsk(words)
    if (onAddress) onAddress(words)
    else setRefused(messages.cannotPasteImage)
  }

  return (
    <div className={styles.search} role="search">
      <label htmlFor={id} className={styles.label}>
        {t.pictures.label}
      </label>
      <div className={styles.line}>
        <input
          ref={ref}
          id={id}
          type="search"
          className={styles.input}
          placeholder={onAddress ? t.pictures.placeholderOrAddress : t.pictures.placeholder}
          value={text}
          maxLength={onAddress ? 2048 : 200}
          autoComplete="off"
          enterKeyHint="search"
          aria-invalid={said ? true : undefined}
          aria-describedby={said ? `${id}-error` : undefined}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setRefused(null)
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text')
            if (isAddress(pasted) && text.trim() === '') setTimeout(go, 0, pasted)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return
            // Enter must not submit a surrounding form.
            event.preventDefault()
            go(text)
          }}
        />
        <IconButton name={t.pictures.search} icon={<Icon as={Search} />} onClick={() => go(text)} />
      </div>
      <p id={`${id}-error`} role="alert" className={styles.problem}>
        {said}
      </p>
      {busy !== null && isAddress(busy) && (
        <p role="status" className={styles.hint}>
          <Spinner /> {t.pictures.loading}
        </p>
      )}
      {asked === '' && <p className={styles.hint}>{onAddress ? t.pictures.hintOrAddress : t.pictures.hint}</p>}
      {asked !== '' && isError && <ErrorState level={3} onRetry={() => void refetch()} />}
      {asked !== '' &&
        sources.map(({ name, title }) => (
          <SourceResults key={`${name} ${asked}`} source={name} title={title} query={asked} busy={busy} onPick={onPick} />
        ))}
    </div>
  )
}
