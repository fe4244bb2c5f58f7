import type { RefObject } from 'react'
import type { Category } from '#contract/rules.ts'

/** Context of the search box on the current page. */
export interface SearchContext {
  /** Page key; a change ends the session. */
  page: string
  /** Query of the results page; '' on other pages. */
  query: string
  category: Category | null
  /** Returns the address of the results page with another category; null on other pages. */
  withCategory: ((category: Category | null) => string) | null
}

export interface SearchBoxProps {
  context: SearchContext
  /** Whether a path on this site is a page of the app. */
  isPage: (path: string) => boolean
}

/**
 * Text of the input and where it comes from. `given`: set by the page. `composing`: an input method (IME) has not
 * finished it. Only typed or pasted text starts a search.
 */
export interface Typed {
  text: string
  source: 'given' | 'typed' | 'pasted' | 'composing'
}

export interface LiveSearchProps extends SearchBoxProps {
  form: RefObject<HTMLFormElement | null>
  input: RefObject<HTMLInputElement | null>
  typed: Typed
  /** Empties the input. */
  clear: () => void
  /** Called when the session ends. */
  onEnd: () => void
}
