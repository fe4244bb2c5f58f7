/**
 * Stores uploads as objects: immutable bytes under a name. They are files in the data directory, or objects in S3-compatible
 * storage, which several servers share.
 */
import type { Config } from '../config.ts'
import { createDiskStore } from './disk.ts'
import type { ObjectStore } from './port.ts'
import { createS3Store } from './s3.ts'

export type * from './port.ts'
export { eachInParallel, inParallel } from './parallel.ts'
export { ObjectStoreUnavailable, RangeNotSatisfiable } from './errors.ts'

export const createObjectStore = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): ObjectStore =>
  s3 === null ? createDiskStore(dataDir) : createS3Store(s3)
