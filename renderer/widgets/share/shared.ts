/** A playlist or a post, as far as sharing it needs to know. */
export interface Shared {
  kind: 'bead' | 'post'
  id: string
  title: string
  /** Path of its page. */
  href: string
  /** A draft is handed on to those only who may see it. */
  isDraft?: boolean | undefined
  /** Who knows of it already: the members whom a playlist invites. */
  exclude?: readonly string[] | undefined
}

export interface ShareProps {
  of: Shared
  /** `small`: in a line of other acts; `icon`: without its word. */
  look?: 'small' | 'icon' | undefined
}
