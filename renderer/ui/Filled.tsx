import { Fragment, type ReactNode } from 'react'
import { listed, placed } from './format.ts'

/** A sentence of the catalogue with links in its places: which stands where is the catalogue's to say. */
export const Filled = ({ text, places }: { text: string; places: Readonly<Record<string, ReactNode>> }) =>
  placed(text).map(({ words, place }, n) => <Fragment key={n}>{place === undefined ? words : places[place]}</Fragment>)

/** "Ann, Bo and 3 others", as the language has it. */
export const Listed = ({ things }: { things: readonly ReactNode[] }) =>
  listed(things.length).map((part, n) => <Fragment key={n}>{typeof part === 'number' ? things[part] : part}</Fragment>)
