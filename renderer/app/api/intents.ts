/** What an anonymous visitor meant to do when asked to sign in (A4.2): it runs once they have. */
export type Intent =
  | { type: 'startbead' }
  | { type: 'addpost'; id?: string; link?: string }
  | { type: 'collect'; id: string }
  | { type: 'followbead'; id: string }
  | { type: 'followmember'; id: string }
  | { type: 'followtag'; id: string }
  | { type: 'comment'; id: string }
