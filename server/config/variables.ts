import { logLevels, type Environment } from './environment.ts'

/** Descriptions for the README. A test compares them with the README and with the schema. */
export const variables: readonly { name: keyof typeof Environment.shape; meaning: string; default: string }[] = [
  { name: 'HOST', meaning: 'address the server listens on', default: '127.0.0.1' },
  { name: 'PORT', meaning: 'port the server listens on; 0 picks a free one', default: '3000' },
  { name: 'STRAND_DATA_DIR', meaning: 'directory for all stored data', default: './data' },
  { name: 'DATABASE_URL', meaning: '`sqlite:PATH` or `postgres://…`', default: 'an SQLite file in the data directory' },
  {
    name: 'MEILI_URL',
    meaning: 'address of a Meilisearch server (1.36 or newer, started with `--max-indexing-memory 256MiB`); see `search/README.md`',
    default: 'an embedded index in the data directory',
  },
  {
    name: 'MEILI_KEY',
    meaning: 'Meilisearch master key, or a key limited to the indexes of this site; see `search/README.md`',
    default: 'none',
  },
  { name: 'MEILI_INDEX', meaning: 'name of the Meilisearch index, unique per site', default: 'strand' },
  {
    name: 'S3_URL',
    meaning:
      'bucket for uploads in S3-compatible storage, `https://host/bucket`, optionally with `/prefix`, `?region=…` (`us-east-1` without it) and `&style=host` (the bucket as a part of the host); see `server/objects/README.md`',
    default: 'uploads are files in the data directory',
  },
  { name: 'S3_ACCESS_KEY_ID', meaning: 'id of the access key for `S3_URL`', default: 'none' },
  { name: 'S3_SECRET_ACCESS_KEY', meaning: 'secret of the access key for `S3_URL`', default: 'none' },
  {
    name: 'PUBLIC_URL',
    meaning: 'public address, for links, cookies and embeds; if set, requests from pages of other origins are refused',
    default: 'http://HOST:PORT',
  },
  {
    name: 'SMTP_URL',
    meaning: 'mail server, `smtp://user:password@host:port` or `smtps://…`',
    default: 'mails are stored as files in the data directory, which admins can read',
  },
  {
    name: 'MAIL_FROM',
    meaning: 'sender of mails, such as `Strand <strand@example.org>`',
    default: '`Strand <no-reply@…>` at the host of `PUBLIC_URL`',
  },
  {
    name: 'VAPID_PUBLIC_KEY',
    meaning: 'public key for push messages, in base64url, the same for all servers of one database; requires `VAPID_PRIVATE_KEY`',
    default: 'generated once, in the data directory',
  },
  { name: 'VAPID_PRIVATE_KEY', meaning: 'private key for push messages, in base64url', default: 'generated once, in the data directory' },
  {
    name: 'STRAND_SECRET',
    meaning:
      'secret that signs links in mails and the cookies of known devices; the same for all servers of one database, which warn at their start if it differs',
    default: 'generated once, in the data directory',
  },
  { name: 'FLICKR_KEY', meaning: 'key of the Flickr API, for image search', default: 'Flickr is not offered' },
  { name: 'FIVEPX_KEY', meaning: 'consumer key of the 500px API, for image search', default: '500px is not offered' },
  { name: 'BEHANCE_KEY', meaning: 'client id of the Behance API, for image search', default: 'Behance is not offered' },
  { name: 'YOUTUBE_KEY', meaning: 'key of the YouTube Data API, for media search', default: 'YouTube is not searched' },
  { name: 'VIMEO_TOKEN', meaning: 'access token of the Vimeo API, for media search', default: 'Vimeo is not searched' },
  { name: 'SOUNDCLOUD_ID', meaning: 'client id of the SoundCloud API, for media search', default: 'SoundCloud is not searched' },
  {
    name: 'TWITTER_BEARER_TOKEN',
    meaning: 'bearer token of the X API, to count shares on X; shares on Facebook are counted with `FACEBOOK_CLIENT_ID`',
    default: 'shares on X are not counted',
  },
  {
    name: 'DAILYMOTION_PLAYER_ID',
    meaning: 'id of a player created for this site in Dailymotion Studio, without which Dailymotion does not play',
    default: 'Dailymotion is not played',
  },
  { name: 'STRAND_DEMO', meaning: '`1` seeds an empty database with demo data; `0` does not', default: '`1` outside production' },
  { name: 'STRAND_READ_ONLY', meaning: '`1` refuses all writes except log-in and log-out', default: '0' },
  {
    name: 'STRAND_BACKUP_DIR',
    meaning:
      'folder for scheduled backups, best on another disk. Several servers need one folder that all of them share, as any of them makes the next backup. The first is made at the start',
    default: 'none are scheduled',
  },
  { name: 'STRAND_BACKUP_HOURS', meaning: 'hours between scheduled backups', default: '24' },
  { name: 'STRAND_BACKUP_COUNT', meaning: 'how many scheduled backups stay; older ones are deleted', default: '7' },
  {
    name: 'STRAND_ASSETS_DIR',
    meaning:
      'folder in which servers share the scripts and styles of their builds, so that pages of another build can load theirs during and after an upgrade',
    default: 'each server has those of its own build',
  },
  {
    name: 'STRAND_DRAIN_SECONDS',
    meaning:
      'how long the server answers after SIGTERM, with `/readyz` answering 503, until a load balancer sends requests to another server',
    default: '0',
  },
  {
    name: 'STRAND_METRICS_PORT',
    meaning: 'port on which Prometheus reads `/metrics`, with dashboard and alerts in `deploy/`; do not publish it',
    default: 'none: nothing is measured',
  },
  {
    name: 'STRAND_METRICS_HOST',
    meaning: 'address for that port',
    default: '`127.0.0.1`',
  },
  {
    name: 'STRAND_PARTNERS',
    meaning: 'up to three partners, each with the two tags of submissions to its challenge',
    default: '`northlight:Northlight+NorthlightChallenge,…`',
  },
  {
    name: 'STRAND_PARTNER_SKINS',
    meaning: 'skins of the partners’ pages, a JSON list of `{ key, name, intro?, rules?, theme?: "white", followBead?, followUid? }`',
    default: 'those of the demo data, if it is seeded',
  },
  { name: 'STRAND_IOS_APP_URL', meaning: 'App Store address of the iPhone app', default: 'no link' },
  { name: 'STRAND_ANDROID_APP_URL', meaning: 'store address of the Android app', default: 'no link' },
  { name: 'STRAND_CONTACT', meaning: 'general contact address on the About page', default: 'none' },
  { name: 'STRAND_MEDIA_CONTACT', meaning: 'press contact address on the About page', default: 'none' },
  {
    name: 'STRAND_FEATURED',
    meaning: 'ids of the playlists on the About page: `blog:ID,team:ID,feedback:ID`',
    default: 'those of the demo data, if it is seeded',
  },
  {
    name: 'STRAND_ADMIN',
    meaning: 'e-mail address of the first admin: while there is no admin, the member who has verified it becomes one',
    default: 'none',
  },
  { name: 'STRAND_STAFF', meaning: 'up to two members, besides admins, who can tweet a picture: `UID,UID`', default: 'none' },
  { name: 'STRAND_COPYRIGHT_YEAR', meaning: 'year in the copyright line', default: '2017' },
  { name: 'STRAND_RATE_LIMITS', meaning: '`0` disables rate limits, for tests and benchmarks', default: '1' },
  { name: 'STRAND_MIN_PASSWORD', meaning: 'minimum length of new passwords, from 4 to 128 characters', default: '4' },
  {
    name: 'FACEBOOK_CLIENT_ID',
    meaning:
      'client id for sign-in with Facebook; requires `FACEBOOK_CLIENT_SECRET`; the redirect address is `PUBLIC_URL/connect/facebook/callback`',
    default: 'none: sign-in is not offered',
  },
  { name: 'FACEBOOK_CLIENT_SECRET', meaning: 'client secret for sign-in with Facebook', default: 'none' },
  {
    name: 'FACEBOOK_AUTHORIZE_URL',
    meaning: 'authorization endpoint of Facebook',
    default: '`https://www.facebook.com/v23.0/dialog/oauth`',
  },
  { name: 'FACEBOOK_TOKEN_URL', meaning: 'token endpoint of Facebook', default: '`https://graph.facebook.com/v23.0/oauth/access_token`' },
  {
    name: 'FACEBOOK_USERINFO_URL',
    meaning: 'user info endpoint of Facebook',
    default: '`https://graph.facebook.com/v23.0/me?fields=id,name,email`',
  },
  {
    name: 'TWITTER_CLIENT_ID',
    meaning:
      'client id for sign-in with X; requires `TWITTER_CLIENT_SECRET`; the redirect address is `PUBLIC_URL/connect/twitter/callback`',
    default: 'none: sign-in is not offered',
  },
  { name: 'TWITTER_CLIENT_SECRET', meaning: 'client secret for sign-in with X', default: 'none' },
  { name: 'TWITTER_AUTHORIZE_URL', meaning: 'authorization endpoint of X', default: '`https://x.com/i/oauth2/authorize`' },
  { name: 'TWITTER_TOKEN_URL', meaning: 'token endpoint of X', default: '`https://api.x.com/2/oauth2/token`' },
  { name: 'TWITTER_USERINFO_URL', meaning: 'user info endpoint of X', default: '`https://api.x.com/2/users/me`' },
  {
    name: 'CAST_APP_ID',
    meaning: 'id of the Cast receiver that is registered with Google for `PUBLIC_URL/cast/receiver`',
    default: 'Google’s default receiver, which plays files only',
  },
  {
    name: 'CAST_IFRAME_PROVIDERS',
    meaning: '`1` also plays providers in frames, such as YouTube, on that receiver; not every Cast device supports it',
    default: '`0`: they are left out',
  },
  {
    name: 'CAST_RECEIVER_ORIGIN',
    meaning: 'origin of the Cast receiver’s page, which can read feeds with a receiver’s token',
    default: '`PUBLIC_URL`',
  },
  {
    name: 'LOG_LEVEL',
    meaning: `minimum level of log entries: ${logLevels.join(', ')}`,
    default: '`info` in production, otherwise `warn`',
  },
  {
    name: 'TRUST_PROXY',
    meaning:
      'proxies whose `X-Forwarded-*` and `X-Request-Id` headers are trusted: the number of hops, or a comma-separated list of addresses',
    default: 'none',
  },
  {
    name: 'NODE_ENV',
    meaning: '`production`, `development` or `test`; the latter two also validate every answer against the contract',
    default: 'none',
  },
  {
    name: 'STRAND_VITE_ORIGIN',
    meaning: 'origin of the Vite server that serves scripts during development',
    default: 'none: the built files',
  },
]
