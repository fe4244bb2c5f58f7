/**
 * Style sheets that failed to load, as without a network. Vite's import helper requests each one once, so a part whose first import
 * failed would appear unstyled after a second one.
 */
const failed = new Set<HTMLLinkElement>()

/** Starts to remember them. An error event of an element does not bubble. */
export function watchStyles(document: Document): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
    },
    { capture: true },
  )
}

/** Fetches them again. Rejects where one fails once more. */
export async function refetchStyles(): Promise<void> {
  await Promise.all(
    [...failed].map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          failed.delete(link)
          const next = link.cloneNode() as HTMLLinkElement
          next.addEventListener('load', () => resolve())
          next.addEventListener('error', () => reject(new Error(`${next.href} failed to load`)))
          link.replaceWith(next)
        }),
    ),
  )
}
