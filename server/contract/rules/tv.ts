/** Codes for connecting a television (decision 50). */

/** Without characters that look alike: 0 and O, 1, I and L; nor vowels, which form words. */
const alphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'
const length = 8

export const tvCode = {
  alphabet,
  length,
  /** The code as it is shown; null if the text is none. Case, spaces and dashes do not matter. */
  read(text: string): string | null {
    const code = text.replace(/[\s-]/g, '').toUpperCase()
    return code.length === length && [...code].every((character) => alphabet.includes(character)) ? code : null
  },
} as const
