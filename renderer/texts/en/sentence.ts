/** Adds a full stop, unless the text ends with punctuation: titles of open playlists end with a question mark. */
export const sentence = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`)
