/** Interval (ms) of the figures while the page is visible. */
export const refreshMs = 5000
