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
  /**
   * Submitted query; '' before the first search. Owned by the parent, so that the results are restored on return from
   * the crop step.
   */
  query: string
  onSearch: (keywords: string) => void
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
export function PictureSearch({ query, onSearch, onPick, onAddress, problem, busy = null, ref }: PictureSearchProps) {
  const id = useId()
  const [text, setText] = useState(query)
  const [inputProblem, setInputProblem] = useState<string | null>(null)
  const { data, isError, refetch } = usePictureSourcesQuery()
  const sources = (data?.sources ?? []).filter(({ available }) => available)
  const message = inputProblem ?? problem

  const submit = (input: string) => {
    const keywords = input.trim()
    setInputProblem(null)
    if (keywords === '') return
    if (!isAddress(keywords)) return onSearch(keywords)
    if (onAddress) onAddress(keywords)
    else setInputProblem(messages.cannotPasteImage)
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
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? `${id}-error` : undefined}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setInputProblem(null)
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text')
            // After the paste has changed the field.
            if (isAddress(pasted) && text.trim() === '') setTimeout(submit, 0, pasted)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return
            // Enter must not submit a surrounding form.
            event.preventDefault()
            submit(text)
          }}
        />
        <IconButton name={t.pictures.search} icon={<Icon as={Search} />} onClick={() => submit(text)} />
      </div>
      <p id={`${id}-error`} role="alert" className={styles.problem}>
        {message}
      </p>
      {busy !== null && isAddress(busy) && (
        <p role="status" className={styles.hint}>
          <Spinner /> {t.pictures.loading}
        </p>
      )}
      {query === '' && <p className={styles.hint}>{onAddress ? t.pictures.hintOrAddress : t.pictures.hint}</p>}
      {query !== '' && isError && <ErrorState level={3} onRetry={() => void refetch()} />}
      {query !== '' &&
        sources.map(({ name, title }) => (
          <SourceResults key={`${name} ${query}`} source={name} title={title} query={query} busy={busy} onPick={onPick} />
        ))}
    </div>
  )
}
