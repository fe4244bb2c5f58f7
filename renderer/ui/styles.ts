/**
 * Style sheets that failed to load. Vite's import helper requests each one once, so a component that loads at a second attempt would be
 * unstyled.
 */
const failed = new Set<HTMLLinkElement>()

/** Starts tracking them. Error events of elements do not bubble. */
export function watchStyles(document: Document): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
    },
    { capture: true },
  )
}

/** Loads them again. Rejects if one fails again. */
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
