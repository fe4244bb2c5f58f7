/** `name`: the host name does not exist. */
export type RefusalReason = 'address' | 'redirects' | 'type' | 'status' | 'size' | 'encoding' | 'timeout' | 'network' | 'name'

/** Why a fetch was refused or failed. For logs, never for users. */
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

export const createRefusal = (reason: RefusalReason, detail: string, status?: number): Refusal => new Refusal(reason, detail, status)
