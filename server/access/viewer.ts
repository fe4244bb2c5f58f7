/** The member whose permissions an operation is checked against. Below all features, so that each can name it without importing another. */
import type { Privileges } from '#contract/index.ts'

export interface Viewer {
  uid: string
  isAdmin: boolean
  privileges: Privileges
  verified?: boolean
  /** Whether the member blocks or mutes anyone; false saves lists the lookup. */
  hides?: boolean
  /** Read-only mode: no one can change anything (decision 31). */
  readOnly?: true
}

/** The viewer for computing permissions in answers: null in read-only mode, so that no action is offered. */
export const actingViewer = <V extends Pick<Viewer, 'readOnly'>>(viewer: V | null): V | null => (viewer?.readOnly ? null : viewer)
