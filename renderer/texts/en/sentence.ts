/** Ends a sentence that ends with a title: a title may have a mark of its own, as those of open playlists do. */
export const sentence = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`)
