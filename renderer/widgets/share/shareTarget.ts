/** The shared playlist or post. */
export interface ShareTarget {
  kind: 'bead' | 'post'
  id: string
  title: string
  /** Path of its page. */
  href: string
  /** A draft is only shared with members who may see it. */
  isDraft?: boolean | undefined
  /** Uids that cannot be chosen: the playlist's invited members. */
  exclude?: readonly string[] | undefined
}

export interface ShareProps {
  of: ShareTarget
  /** `small`: in a row of other actions; `icon`: without text. */
  variant?: 'small' | 'icon' | undefined
}
