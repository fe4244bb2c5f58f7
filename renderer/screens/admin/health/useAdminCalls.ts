import { messages } from '#contract/messages.ts'
import type { CallFailure } from '#data/client.ts'
import { useAcceptAsAdminMutation, useRejectAsAdminMutation, useUndoAsAdminMutation } from '#data/adminHealth.ts'
import type { RepairCalls } from '#widgets/repair/index.ts'

/** The calls of the repair desk, which add a reason. Without one they fail at once. */
export function useAdminCalls({ reason, onMissing }: { reason: string; onMissing: () => void }): RepairCalls {
  const [accept, accepting] = useAcceptAsAdminMutation()
  const [reject] = useRejectAsAdminMutation()
  const [undo, undoing] = useUndoAsAdminMutation()

  async function withReason<T>(call: (reason: string) => Promise<T>): Promise<T> {
    if (reason !== '') return call(reason)
    onMissing()
    const failure: CallFailure = { code: 'invalid', message: messages.reasonRequired, status: 400, requestId: '' }
    throw failure
  }

  return {
    busy: accepting.isLoading || undoing.isLoading,
    accept: ({ params, body }) => withReason((reason) => accept({ params, body: { ...body, reason } }).unwrap()),
    reject: ({ params, body }) => withReason((reason) => reject({ params, body: { ...body, reason } }).unwrap()),
    undo: ({ params, body }) => withReason((reason) => undo({ params, body: { ...body, reason } }).unwrap()),
  }
}
