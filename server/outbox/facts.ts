/**
 * Domain events, named in the past tense; a kind that ends in `Due` is a task. A fact refers to entities by id: consumers read their
 * current state, because they may run much later. Data that is stored nowhere else is in the fact. `by` is the acting member.
 */
export type Fact =
  | { kind: 'memberJoined' | 'memberChanged'; uid: string }
  /**
   * `uid` is the tombstone's, `former` the uid of the deleted account. The other fields identify data to be deleted elsewhere; they are
   * stored only in this fact.
   */
  | { kind: 'memberRemoved'; uid: string; former: string; name: string; email: string | null }
  | { kind: 'passwordResetAsked' | 'emailVerificationAsked'; uid: string }
  /** `isDraft`: it was created as a draft. When the fact is processed, it may be published already. */
  | { kind: 'beadCreated'; beadId: string; by: string; isDraft?: boolean }
  | { kind: 'beadPublished'; beadId: string; by: string }
  /** An admin returned an open draft to its creator. `source` is unique: it can happen again. */
  | { kind: 'beadReturned'; beadId: string; by: string; source: string }
  /** `posts`: the change also affects its posts, in category or visibility. */
  | { kind: 'beadChanged'; beadId: string; by: string; posts?: boolean }
  /** `tags`: tag keys of its posts. */
  | { kind: 'beadRemoved'; beadId: string; by: string; tags?: string[] }
  | { kind: 'invited'; beadId: string; uids: string[]; by: string }
  | { kind: 'postCreated'; postId: string; beadId: string; by: string; mentions?: string[] }
  /** `tags`: tag keys before the change. */
  | { kind: 'postChanged' | 'postRemoved'; postId: string; beadId: string; by: string; mentions?: string[]; tags?: string[] }
  /** In addition to the `postCreated` of the new post. */
  | { kind: 'reposted'; postId: string; originalPostId: string; beadId: string; by: string }
  | { kind: 'played'; postId: string; by: string | null }
  | { kind: 'collected' | 'uncollected' | 'upvoted' | 'unupvoted'; postId: string; by: string }
  | { kind: 'commentCreated' | 'commentChanged' | 'commentRemoved'; commentId: string; postId: string; by: string; mentions?: string[] }
  | { kind: 'commentLiked' | 'commentUnliked'; commentId: string; by: string }
  /** `entity` is a uid, a playlist id or a tag key. */
  | { kind: 'followed' | 'unfollowed' | 'superfollowed' | 'unsuperfollowed'; what: 'member' | 'bead' | 'tag'; entity: string; by: string }
  /** `uid` is the member whom `by` blocks, unblocks, mutes or unmutes. */
  | { kind: 'blocked' | 'unblocked' | 'muted' | 'unmuted'; uid: string; by: string }
  /** `entity` is a post id or comment id. Removing a flagged entity has its own fact. */
  | { kind: 'flagged' | 'flagsDismissed'; entity: string; by: string }
  /** An admin action, by its id in the log, concerns the account or content of `uid`. */
  | { kind: 'moderated'; uid: string; action: string }
  /** The next batch of a removal of a member's content: what follows `after` among the comments, posts or playlists. */
  | { kind: 'contentRemovalDue'; removal: string; what: 'comment' | 'post' | 'bead'; after: string }
  /** A decision of the review queue takes effect, unless it was undone. */
  | { kind: 'reviewDecided'; entity: string; by: string }
  /** The next superfollowers to notify of a new post: a batch of those whose uid is greater than `after`. */
  | { kind: 'superfollowersDue'; postId: string; by: string; after: string }
  /** `uid` received a notification on the page and may also get it by mail or push. */
  | { kind: 'notified'; uid: string; verb: string; topic: string; actor: string; source: string }
  | { kind: 'digestDue'; uid: string; digest: 'daily' | 'weekly'; since: string; until: string }
  /** Notifies `uids`; each mail to `emails` is a `shareMailDue`. `by` is null for a visitor, whose name and address are in `sharer`. */
  | {
      kind: 'beadShared' | 'postShared'
      entity: string
      by: string | null
      sharer?: { name: string; email: string }
      uids: string[]
      emails: string[]
      message: string
    }
  /** The mail to one address; each address gets one per share. */
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
