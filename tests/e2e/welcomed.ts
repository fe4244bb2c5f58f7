/** Dismisses the welcome notices, which cover the page. Runs in the page before its scripts. */
export function welcomed(): void {
  try {
    sessionStorage.setItem('strand-landed', '1')
    sessionStorage.setItem('strand-refused', '1')
    document.cookie = 'strand_followtags=later; path=/'
    document.cookie = 'strand_confirm=later; path=/'
  } catch {
    // A frame of another origin, or without one, has no storage.
  }
}
