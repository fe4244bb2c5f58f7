/**
 * Limits from the specification. `A9`, `B5` and so on name the document and section of a number; "ours" marks numbers that the documents
 * leave open. The server enforces them and pages show them.
 */
export const limits = {
  /** Characters of a member's display name (A5; the lower bound is A5 "auth name"). */
  name: { min: 2, max: 128 },
  /** Characters of a user id (A5). */
  uid: { min: 3, max: 50 },
  /** Characters of an e-mail address (A3). */
  email: { max: 128 },
  /** Characters of a city and of a country (A3), and of a member's self-description (A3, A9). */
  city: 128,
  about: 256,
  /** Characters of a password; the upper bound only limits the cost of hashing. */
  password: { min: 4, max: 1024 },
  /** Characters of a playlist title, its trailing "?" included (B5, B9). */
  beadTitle: { min: 2, max: 64 },
  /** Characters of a playlist description: ours. */
  beadDescription: { max: 4000 },
  /** Characters of a post's headline (B5). */
  postTitle: { max: 140 },
  /** Characters of a post's text, and of a comment (B5). */
  text: { max: 64_000 },
  /** Tags on one post or playlist, characters of one tag, and popular tags of a category: ours. */
  tags: { count: 20, length: 50, popular: 18 },
  /** Names joined as the artists of a medium (B9). */
  artists: 3,
  /** Tags suggested for a medium, and the maximum characters of a keyword to be one: ours. */
  guesses: { tags: 8, tag: 30 },
  /** Notifications loaded at first and in the open panel, and names per group (A9); stored groups, and for how many days: ours. */
  notifications: { start: 10, panel: 50, names: 2, stored: 500, days: 90 },
  /** Entries of one import and of the whole file, characters of the file, and bytes of the request that holds it: ours. */
  import: { entries: 500, total: 50_000, characters: 3_000_000, bytes: 8_000_000 },
  /** Characters of the reason of an admin's decision: ours. */
  review: { reason: 500 },
  /** Characters of an announcement and of the reason of read-only mode; current and future announcements: ours. */
  notices: { text: 300, reason: 300, announcements: 3 },
  /** Addresses in one call for embeds (B9). */
  embeds: 10,
  /** Characters of one answer in a partner's challenge: ours. */
  partnerField: 120,
  /** Maximum members mentioned in one text: ours. */
  mentions: 50,
  /** Due links that the page of admins counts at most: ours. */
  dueLinks: 10_000,
  /** Addresses and references that become links in one text; further ones stay plain text: ours. */
  links: 500,
  /** Names of the creators of a medium, and characters of each name and of the title: ours. */
  who: { count: 10, length: 120 },
  /** Streams per post: ours. */
  streams: 8,
  /** Characters of the name of a site: ours. */
  siteName: 80,
  /** Characters of an address: ours. */
  url: 2048,
  /** Sharing by e-mail: characters of the message (B3); addresses and members per share are ours. */
  share: { message: 1024, emails: 20, members: 100 },
  /** Members of an invite-only playlist in addition to its creator: ours. */
  invitees: 200,
  /** Bytes of an uploaded picture (A5, B5), and of a JSON body that holds one in base64 beside a long text. */
  image: { bytes: 5_000_000, body: 7_500_000 },
  /** Minimum width and height in pixels of an uploaded picture and of its crop (A5, B5). */
  imageSize: { profile: [200, 200], bead: [200, 200], post: [300, 200] },
  /**
   * The feed (A9): items per page; comments per item; characters of a preview, which is shorter for collected and commented posts. Ours:
   * maximum items of a feed (`depth`), cap of the new-items counter (`status`), limit of "Fewer like this" entries (`fewer`).
   */
  feed: {
    page: 10,
    pageOfMember: 20,
    pageOfSite: 18,
    comments: 3,
    preview: { short: 120, long: 360 },
    depth: 500,
    status: 50,
    suggestions: 18,
    suggestionsShown: 6,
    fewer: 500,
  },
  /**
   * Playlist groups on discover (A9): cards per group, wide and narrow, and characters of the description; tags per category are ours.
   */
  groups: { cards: 4, narrowCards: 2, description: 110, tags: 6 },
  /** Page sizes (B9): the maximum of a list, and the defaults. */
  page: {
    max: 1000,
    members: 20,
    review: 20,
    actions: 50,
    adminMembers: 25,
    history: 25,
    posts: 15,
    followers: 15,
    beads: 18,
    comments: 50,
    profileBeads: 8,
    profileBeadsVerified: 20,
    profileBeadsMore: 12,
    profileOtherBeadsMore: 20,
    profilePosts: 4,
    search: 15,
    web: 6,
    webMost: 20,
    filters: 15,
    related: 12,
    table: 9,
  },
} as const
