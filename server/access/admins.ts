/** Who has admin rights in the database: admins who are neither deleted nor suspended. Below all features, as `viewer.ts`. */

/** SQL condition on a row of `member` with this alias; parameter `:now`. */
export const isNotSuspended = (alias: string): string => `(${alias}."suspendedUntil" IS NULL OR ${alias}."suspendedUntil" <= :now)`

/** As `isNotSuspended`. */
export const isActiveAdmin = (alias: string): string =>
  `${alias}."isAdmin" = TRUE AND ${alias}."removedDate" IS NULL AND ${isNotSuspended(alias)}`
