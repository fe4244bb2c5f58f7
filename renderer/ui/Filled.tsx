import { Fragment, type ReactNode } from 'react'
import { listed, placed } from './format.ts'

/** A text of the catalogue with links in its placeholders; the text determines their order. */
export const Filled = ({ text, places }: { text: string; places: Readonly<Record<string, ReactNode>> }) =>
  placed(text).map(({ words, place }, n) => <Fragment key={n}>{place === undefined ? words : places[place]}</Fragment>)

/** "Ann, Bo and 3 others", formatted for the language. */
export const Listed = ({ things }: { things: readonly ReactNode[] }) =>
  listed(things.length).map((part, n) => <Fragment key={n}>{typeof part === 'number' ? things[part] : part}</Fragment>)
