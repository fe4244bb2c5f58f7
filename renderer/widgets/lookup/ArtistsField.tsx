import { useState, type ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { tidy } from '#contract/rules.ts'
import { lookupsApi } from '#data/lookups.ts'
import { t } from '#texts/index.ts'
import { useDebouncedValue } from '#ui/useDebouncedValue.ts'
import { TokenField } from './TokenField.tsx'
import { useOpen } from './useOpen.ts'

interface ArtistsFieldProps {
  label: string
  hint?: ReactNode
  error?: ReactNode
  placeholder?: string
  value: readonly string[]
  onChange: (artists: string[]) => void
}

/** Debounce of the suggestions in ms, as in the other search fields (B4). */
const debounceMs = 450

/** Adds artists: unique ignoring case, at most three (`limits.artists`, B9). */
export function addArtists(artists: readonly string[], more: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const name of [...artists, ...more].map((one) => tidy(one).slice(0, limits.who.length)))
    if (name !== '' && !seen.has(name.toLowerCase())) seen.set(name.toLowerCase(), name)
  return [...seen.values()].slice(0, limits.artists)
}

/** Artists of a work (up to three), completed from artists named in posts. */
export function ArtistsField({ value, onChange, hint, ...field }: ArtistsFieldProps) {
  const [text, setText] = useState('')
  const { open, show, dismiss, scheduleClose } = useOpen()
  const full = value.length >= limits.artists
  const debouncedText = useDebouncedValue(tidy(text).slice(0, 100), debounceMs)
  const { data } = lookupsApi.useArtistSuggestionsQuery(
    { params: { query: debouncedText }, query: { limit: 8 } },
    { skip: debouncedText === '' },
  )
  const chosen = new Set(value.map((name) => name.toLowerCase()))
  const prefix = tidy(text).toLowerCase()
  const known = open && prefix !== '' && debouncedText !== '' ? (data?.results ?? []) : []
  // The answer may belong to a previous text: then it is filtered by the current one.
  const suggestions = known
    .filter(
      ({ name }) => !chosen.has(name.toLowerCase()) && (debouncedText.toLowerCase() === prefix || name.toLowerCase().includes(prefix)),
    )
    .map(({ id, name }) => ({ id, label: name }))

  const add = (names: readonly string[]) => onChange(addArtists(value, names))
  return (
    <TokenField
      {...field}
      hint={full ? t.lookup.artistsFull(limits.artists) : hint}
      tokens={value}
      text={text}
      suggestions={suggestions}
      full={full}
      onText={(input) => {
        // A comma or semicolon completes an artist.
        const pieces = input.split(/[,;]/)
        const rest = pieces.pop() ?? ''
        if (pieces.some((piece) => tidy(piece) !== '')) add(pieces)
        setText(rest.trimStart())
        show()
      }}
      onCompose={(input) => {
        setText(input)
        dismiss()
      }}
      onPick={({ label }) => {
        add([label])
        setText('')
      }}
      onRemove={(name) => onChange(value.filter((one) => one !== name))}
      onCommit={() => {
        add([text])
        setText('')
      }}
      onDismiss={dismiss}
      onFocus={show}
      onBlur={scheduleClose}
    />
  )
}
