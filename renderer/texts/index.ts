/**
 * Every text that a person reads. `t` is the catalogue of the page's language; a catalogue in another
 * language has the very same keys, so its type is the English one's.
 */
import { en } from './en/index.ts'

/** The same keys, whatever the words. */
type Texts<T> = { [K in keyof T]: T[K] extends string ? string : T[K] extends (...given: never[]) => unknown ? T[K] : Texts<T[K]> }

export type Catalogue = Texts<typeof en>

export const t: Catalogue = en

/** Which way the page's language runs; the server says it in <html dir>. */
export const direction = (): 'ltr' | 'rtl' => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr')
