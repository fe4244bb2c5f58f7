/**
 * Every text that a person reads. `t` is the catalogue of the page's language; a catalogue in another
 * language has the very same keys, so its type is the English one's. It is a module of modules: a section comes
 * with the screens that say it.
 */
import type * as en from './en/index.ts'

export * as t from './en/index.ts'

/** The same keys in every language. */
type Texts<T> = { [K in keyof T]: T[K] extends string ? string : T[K] extends (...given: never[]) => unknown ? T[K] : Texts<T[K]> }

export type Catalogue = Texts<typeof en>

/** Which way the page's language runs; the server says it in <html dir>. */
export const direction = (): 'ltr' | 'rtl' => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr')
