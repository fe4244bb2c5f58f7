/** Every table of the database. A feature that adds a table lists it here and has a migration for it. */
import { AccountKeyEntity, CastTokenEntity, MemberEntity, SessionEntity, TvPairingEntity } from '../features/accounts/entities.ts'
import { EventEntity, MetricEntity } from '../features/analytics/entities.ts'
import { BeadEntity, BeadTagEntity, DayBeadEntity, InviteeEntity } from '../features/beads/entities.ts'
import { CommentEntity } from '../features/comments/entities.ts'
import { ConnectDeviceEntity, ConnectMessageEntity, ConnectProcessEntity } from '../features/connect/entities.ts'
import { DigestEntity } from '../features/digests/entities.ts'
import { PictureDeletionEntity } from '../features/images/entities.ts'
import { DeliveryEntity, MailRefusalEntity, SecretFingerprintEntity } from '../features/mail/entities.ts'
import { ActivityEntity, HeadEntity } from '../features/feed/entities.ts'
import { BeadHealthEntity, ProviderHealthEntity } from '../features/health/entities.ts'
import { LinkEntity } from '../features/media/entities.ts'
import {
  AdminActionEntity,
  AdminActionMemberEntity,
  ErasureEntity,
  FlagEntity,
  ReviewDecisionEntity,
  ReviewEntity,
} from '../features/moderation/entities.ts'
import { AnnouncementEntity, ReadOnlyEntity } from '../features/notices/entities.ts'
import { NotificationActivityEntity, NotificationEntity } from '../features/notifications/entities.ts'
import { NetworkAttemptEntity, NetworkLinkEntity } from '../features/oauth/entities.ts'
import { CollectedEntity } from '../features/collection/entities.ts'
import { PartnerEntryEntity } from '../features/partner/entities.ts'
import { PostEntity, PostTagEntity } from '../features/posts/entities.ts'
import { WordEntity } from '../features/words/entities.ts'
import { PushSubscriptionEntity } from '../features/push/entities.ts'
import {
  LinkCheckEntity,
  LinkHostEntity,
  LinkRoundEntity,
  LinkWalkEntity,
  PostLinkEntity,
  RepairEntity,
  RepairSearchEntity,
} from '../features/repair/entities.ts'
import { JobEntity } from '../features/scheduler/entities.ts'
import { SearchChangeEntity, SearchHeadEntity } from '../features/search/entities.ts'
import { NetworkShareEntity, ShareQuotaEntity } from '../features/share/entities.ts'
import { DismissalEntity, FewerEntity } from '../features/suggestions/entities.ts'
import { ContentRemovalEntity } from '../features/members/entities.ts'
import { OutboxEntity } from '#outbox/entities.ts'
import { PlayEntity, TagEntity } from '../features/social/entities.ts'
import { BlockOrMuteEntity } from '../features/blocks/entities.ts'
import { RelationEntity } from '../features/relations/entities.ts'
import { RateLimitEntity } from './rateLimits.ts'

export const entities = [
  MemberEntity,
  SessionEntity,
  BeadEntity,
  InviteeEntity,
  DayBeadEntity,
  PostEntity,
  LinkEntity,
  CommentEntity,
  RelationEntity,
  PlayEntity,
  OutboxEntity,
  BeadTagEntity,
  NetworkShareEntity,
  ShareQuotaEntity,
  PostTagEntity,
  CollectedEntity,
  WordEntity,
  PartnerEntryEntity,
  TagEntity,
  BlockOrMuteEntity,
  FlagEntity,
  ReviewDecisionEntity,
  ReviewEntity,
  AdminActionEntity,
  AdminActionMemberEntity,
  ContentRemovalEntity,
  ErasureEntity,
  AccountKeyEntity,
  CastTokenEntity,
  TvPairingEntity,
  NetworkLinkEntity,
  NetworkAttemptEntity,
  DeliveryEntity,
  MailRefusalEntity,
  JobEntity,
  DigestEntity,
  ConnectProcessEntity,
  ConnectDeviceEntity,
  ConnectMessageEntity,
  PushSubscriptionEntity,
  NotificationEntity,
  NotificationActivityEntity,
  ActivityEntity,
  HeadEntity,
  FewerEntity,
  DismissalEntity,
  MetricEntity,
  EventEntity,
  SearchChangeEntity,
  SearchHeadEntity,
  LinkCheckEntity,
  LinkHostEntity,
  LinkRoundEntity,
  PostLinkEntity,
  LinkWalkEntity,
  RepairSearchEntity,
  RepairEntity,
  AnnouncementEntity,
  ReadOnlyEntity,
  BeadHealthEntity,
  ProviderHealthEntity,
  RateLimitEntity,
  PictureDeletionEntity,
  SecretFingerprintEntity,
]
