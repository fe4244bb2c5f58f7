/** `name`: the host’s name is known to nobody. */
export type RefusalReason = 'address' | 'redirects' | 'type' | 'status' | 'size' | 'encoding' | 'timeout' | 'network' | 'name'

/** Why an outside address was not fetched, or its answer not taken. For the log, never for a person. */
export class Refusal extends Error {
  readonly reason: RefusalReason
  readonly status: number | undefined

  constructor(reason: RefusalReason, detail: string, status?: number) {
    super(detail)
    this.name = 'Refusal'
    this.reason = reason
    this.status = status
  }
}

export const refuse = (reason: RefusalReason, detail: string, status?: number): Refusal => new Refusal(reason, detail, status)
