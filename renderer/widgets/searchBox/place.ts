import type { RefObject } from 'react'
import type { Category } from '#contract/rules.ts'

/** The page that shows the search box. */
export interface SearchPlace {
  /** A change of it ends the search. */
  page: string
  /** The query of a results page; '' on other pages. */
  query: string
  category: Category | null
  /** The results page's address with another category; null on other pages. */
  recategorised: ((category: Category | null) => string) | null
}

export interface SearchBoxProps {
  place: SearchPlace
  /** Whether a path of this site is a page of the app. */
  isPage: (path: string) => boolean
}

/** The text of the input. Only text that was typed or pasted starts a search. */
export interface Typed {
  text: string
  how: 'given' | 'typed' | 'pasted' | 'composing'
}

export interface LiveSearchProps extends SearchBoxProps {
  form: RefObject<HTMLFormElement | null>
  input: RefObject<HTMLInputElement | null>
  typed: Typed
  clear: () => void
  /** The search is over. */
  onEnd: () => void
}
