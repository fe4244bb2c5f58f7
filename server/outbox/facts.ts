/**
 * What can have happened, in the past tense. A fact names things by their ids: whoever hears of it
 * reads what they are by then, for it may be heard long after. `by` is the member who did it.
 */
export type Fact =
  | { kind: 'memberJoined' | 'memberChanged'; uid: string }
  /** `uid` is the tombstone's. The rest is what has to be deleted elsewhere, and is gone with the fact. */
  | { kind: 'memberRemoved'; uid: string; former: string; name: string; email: string | null }
  | { kind: 'passwordResetAsked' | 'emailVerificationAsked'; uid: string }
  | { kind: 'beadCreated' | 'beadPublished'; beadId: string; by: string }
  /** `posts`: also what holds of its posts, their category or who may see them. */
  | { kind: 'beadChanged'; beadId: string; by: string; posts?: boolean }
  /** `tags`: keys of the tags that its posts had. */
  | { kind: 'beadRemoved'; beadId: string; by: string; tags?: string[] }
  | { kind: 'invited'; beadId: string; uids: string[]; by: string }
  | { kind: 'postCreated'; postId: string; beadId: string; by: string; mentions?: string[] }
  /** `tags`: keys of the tags that it had until then. */
  | { kind: 'postChanged' | 'postRemoved'; postId: string; beadId: string; by: string; mentions?: string[]; tags?: string[] }
  /** Beside the `postCreated` of the new post. */
  | { kind: 'reposted'; postId: string; originalPostId: string; beadId: string; by: string }
  | { kind: 'played'; postId: string; by: string | null }
  | { kind: 'collected' | 'uncollected' | 'upvoted' | 'unupvoted'; postId: string; by: string }
  | { kind: 'commentCreated' | 'commentChanged' | 'commentRemoved'; commentId: string; postId: string; by: string; mentions?: string[] }
  | { kind: 'commentLiked' | 'commentUnliked'; commentId: string; by: string }
  /** `entity` is a uid, the id of a playlist, or the key of a tag. */
  | { kind: 'followed' | 'unfollowed' | 'superfollowed' | 'unsuperfollowed'; what: 'member' | 'bead' | 'tag'; entity: string; by: string }
  /** `uid` is the member whom `by` does not want to hear of, or does again. */
  | { kind: 'blocked' | 'unblocked' | 'muted' | 'unmuted'; uid: string; by: string }
  /** `entity` is the id of a post or a comment. What was flagged and is then removed has a fact of its own. */
  | { kind: 'flagged' | 'flagsDismissed'; entity: string; by: string }
  /** Everybody who superfollows is told of a post, some at a time: those whose uid comes after `after`. */
  | { kind: 'superfollowersDue'; postId: string; by: string; after: string }
  /** `uid` was told of something on the page, and may want to hear of it by mail or push too. */
  | { kind: 'notified'; uid: string; verb: string; topic: string; actor: string; source: string }
  | { kind: 'digestDue'; uid: string; digest: 'daily' | 'weekly'; since: string; until: string }
  /** `emails` have a message of their own each; `by` is null where an anonymous visitor shares under a name and an address. */
  | {
      kind: 'beadShared' | 'postShared'
      entity: string
      by: string | null
      sharer?: { name: string; email: string }
      uids: string[]
      emails: string[]
      message: string
    }
  /** A mail to one of those addresses, each of which hears of a share once. */
  | {
      kind: 'shareMailDue'
      share: string
      what: 'bead' | 'post'
      entity: string
      by: string | null
      sharer?: { name: string; email: string }
      email: string
      message: string
    }

export type FactKind = Fact['kind']
export type FactOf<K extends FactKind> = Fact & { kind: K }
