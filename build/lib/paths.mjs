import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

/** The repository's folder, independent of the working directory. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** @param {...string} parts */
export const at = (...parts) => join(root, ...parts)
