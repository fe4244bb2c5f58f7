/** Letters that Unicode does not take apart, as people type them who do not have them. */
const letters: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n', ĸ: 'k', ς: 'σ', ə: 'e',
}
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

// Accents. Marks that carry a sound of their own stay: the vowels of Indian scripts, the voicing of Japanese ones.
const accents = /(?![\u3099\u309A])(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Latin}]/gu

const simple = /^[\0-\x7f]*$/

/** Without case and accents; what is left is as long as it wants. */
export function fold(text: string): string {
  if (simple.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(accents, '').toLowerCase().replace(special, (letter) => letters[letter]!)
}
