/**
 * The catalogue `t` of all texts of the user interface, with one section per feature. `t` is a module namespace, not an
 * object, so that the bundler adds each section to the code of the screens that use it.
 */
import type * as en from './en/index.ts'

export * as t from './en/index.ts'

/** Replaces the literal strings of the English catalogue by `string`; functions retain their types. */
type Texts<T> = { [K in keyof T]: T[K] extends string ? string : T[K] extends (...given: never[]) => unknown ? T[K] : Texts<T[K]> }

/** The type of a catalogue in any language. */
export type Catalogue = Texts<typeof en>

/** The writing direction of the page, from `<html dir>`, which the server sets. */
export const direction = (): 'ltr' | 'rtl' => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr')
