/** What welcomes a new visitor or member stands over the page: whoever looks at something else has seen it. Runs in the page, before it. */
export function welcomed(): void {
  try {
    sessionStorage.setItem('strand-landed', '1')
    sessionStorage.setItem('strand-refused', '1')
    document.cookie = 'strand_followtags=later; path=/'
    document.cookie = 'strand_confirm=later; path=/'
  } catch {
    // A frame of another site, or of none.
  }
}
