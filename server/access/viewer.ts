/** The member whose permissions an operation is checked against. Below all features, so that each can name it without importing another. */
import type { Privileges, Suspension } from '#contract/index.ts'

export interface Viewer {
  uid: string
  isAdmin: boolean
  privileges: Privileges
  verified?: boolean
  /** Whether the member blocks or mutes anyone; false saves lists the lookup. */
  hides?: boolean
  /** A suspended member reads only, and has no admin rights. */
  suspension?: Suspension
  /** Read-only mode: no one can change anything (decision 31). */
  readOnly?: true
}

/** The viewer for computing permissions in answers: null in read-only mode and for suspended members, so that no action is offered. */
export const actingViewer = <V extends Pick<Viewer, 'readOnly' | 'suspension'>>(viewer: V | null): V | null =>
  viewer?.readOnly || viewer?.suspension ? null : viewer
