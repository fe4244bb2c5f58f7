/**
 * TypeORM runs migrations in the order of the numbers in their names, each once. All that are due run in one transaction, so that a failure
 * leaves the database as it was. They are the same on SQLite and PostgreSQL.
 */
import { Activity1790000000050 } from './activity.ts'
import { ActivityHeads1790000000052 } from './activity-heads.ts'
import { AdminContent1790000000211 } from './admin-content.ts'
import { AdminLog1790000000200 } from './admin-log.ts'
import { AdminLogFilters1790000000218 } from './admin-log-filters.ts'
import { AdminReferences1790000000212 } from './admin-references.ts'
import { Analytics1790000000051 } from './analytics.ts'
import { AppendOnlyLog1790000000204 } from './append-only-log.ts'
import { BeadDetails1790000000030 } from './bead-details.ts'
import { BeadHealth1790000000205 } from './bead-health.ts'
import { BeadWalks1790000000031 } from './bead-walks.ts'
import { BlockOrMute1790000000190 } from './block-or-mute.ts'
import { ConnectDevices1790000000192 } from './connect-devices.ts'
import { DayBead1790000000001 } from './day-bead.ts'
import { DeadLinks1790000000092 } from './dead-links.ts'
import { FeaturedPost1790000000217 } from './featured-post.ts'
import { FeedFewer1790000000090 } from './feed-fewer.ts'
import { Initial1790000000000 } from './initial.ts'
import { KeysAndLinks1790000000011 } from './keys-and-links.ts'
import { LatestHeads1790000000226 } from './latest-heads.ts'
import { LinkAbout1790000000070 } from './link-about.ts'
import { LinkHosts1790000000209 } from './link-hosts.ts'
import { LongHosts1790000000227 } from './long-hosts.ts'
import { MemberModeration1790000000202 } from './member-moderation.ts'
import { MemberPreferences1790000000010 } from './member-preferences.ts'
import { Messages1790000000060 } from './messages.ts'
import { Notices1790000000207 } from './notices.ts'
import { OneDayBead1790000000142 } from './one-day-bead.ts'
import { Operations1790000000208 } from './operations.ts'
import { PictureDeletions1790000000213 } from './picture-deletions.ts'
import { Outbox1790000000002 } from './outbox.ts'
import { PlayDate1790000000003 } from './play-date.ts'
import { PostDetails1790000000040 } from './post-details.ts'
import { PublicCounts1790000000141 } from './public-counts.ts'
import { PushSessions1790000000091 } from './push-sessions.ts'
import { RepairAdmins1790000000210 } from './repair-admins.ts'
import { RateLimits1790000000215 } from './rate-limits.ts'
import { ReviewDecisions1790000000201 } from './review-decisions.ts'
import { SearchChanges1790000000080 } from './search-changes.ts'
import { SearchDatabase1790000000181 } from './search-database.ts'
import { Social1790000000020 } from './social.ts'
import { Tombstones1790000000143 } from './tombstones.ts'
import { Submissions1790000000203 } from './submissions.ts'
import { Traces1790000000216 } from './traces.ts'
import { TvCodes1790000000191 } from './tv-codes.ts'
import { WordsOfSearch1790000000081 } from './words-of-search.ts'
import { SecretFingerprint1790000000225 } from './secret-fingerprint.ts'

export const migrations = [
  Initial1790000000000,
  DayBead1790000000001,
  Outbox1790000000002,
  PlayDate1790000000003,
  MemberPreferences1790000000010,
  KeysAndLinks1790000000011,
  Social1790000000020,
  BeadDetails1790000000030,
  BeadWalks1790000000031,
  PostDetails1790000000040,
  Activity1790000000050,
  Analytics1790000000051,
  ActivityHeads1790000000052,
  Messages1790000000060,
  LinkAbout1790000000070,
  SearchChanges1790000000080,
  WordsOfSearch1790000000081,
  FeedFewer1790000000090,
  PushSessions1790000000091,
  DeadLinks1790000000092,
  PublicCounts1790000000141,
  OneDayBead1790000000142,
  Tombstones1790000000143,
  SearchDatabase1790000000181,
  BlockOrMute1790000000190,
  TvCodes1790000000191,
  ConnectDevices1790000000192,
  AdminLog1790000000200,
  ReviewDecisions1790000000201,
  MemberModeration1790000000202,
  Submissions1790000000203,
  AppendOnlyLog1790000000204,
  BeadHealth1790000000205,
  Notices1790000000207,
  Operations1790000000208,
  LinkHosts1790000000209,
  RepairAdmins1790000000210,
  AdminContent1790000000211,
  AdminReferences1790000000212,
  PictureDeletions1790000000213,
  RateLimits1790000000215,
  Traces1790000000216,
  FeaturedPost1790000000217,
  AdminLogFilters1790000000218,
  SecretFingerprint1790000000225,
  LatestHeads1790000000226,
  LongHosts1790000000227,
]
