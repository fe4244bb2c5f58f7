/** The logo: a string with three beads, 32 units wide. @param {string} ink @param {string} bead colour of the middle one */
export const mark = (ink, bead) => `
  <path d="M3 24C9 30 12 17 16 16s8-13 13-8" fill="none" stroke="${ink}" stroke-width="2.25" stroke-linecap="round"/>
  <circle cx="8" cy="24" r="4.25" fill="${ink}"/><circle cx="16" cy="16" r="5" fill="${bead}"/><circle cx="24.25" cy="8.25" r="4.25" fill="${ink}"/>`

/**
 * The logo on its background. `padding` is transparent, around the background.
 * @param {{ margin: number, radius: number, padding?: number }} shape in units of the logo
 */
export const onPaper = ({ margin, radius, padding = 0 }) => {
  const paper = 32 + 2 * margin
  const side = paper + 2 * padding
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-margin - padding} ${-margin - padding} ${side} ${side}">
    <rect x="${-margin}" y="${-margin}" width="${paper}" height="${paper}" rx="${radius}" fill="#f8f8f9"/>${mark('#1a1a1e', '#d23f2a')}</svg>`
}
