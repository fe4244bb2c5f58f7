/** The store does not answer, or refuses a request. The client can repeat it. */
export class ObjectStoreUnavailable extends Error {
  override name = 'ObjectStoreUnavailable'
}

export class RangeNotSatisfiable extends Error {
  override name = 'RangeNotSatisfiable'
  /** Size of the object. */
  readonly bytes: number

  constructor(bytes: number) {
    super('The range is beyond the end of the object')
    this.bytes = bytes
  }
}
