/** The shared playlist or post. */
export interface ShareTarget {
  kind: 'bead' | 'post'
  id: string
  title: string
  /** Path of its page. */
  href: string
  /** Only some members may see a draft, so networks, embed code and the share sheet are not offered. */
  isDraft?: boolean | undefined
  /** Uids that cannot be chosen: the playlist's invited members. */
  exclude?: readonly string[] | undefined
}

/** Props of `ShareButton`. */
export interface ShareProps {
  of: ShareTarget
  /** `small`: in a row of other actions; `icon`: without text. */
  variant?: 'small' | 'icon' | undefined
}
