/**
 * What is responsible for a failure. `stream`: this stream is unplayable; `player`: the output itself failed;
 * `network`: no response; `config`: an error in Strand's configuration, not of the link; `device`: it cannot play media
 * of this kind.
 */
export type FailureScope = 'stream' | 'player' | 'network' | 'config' | 'device'

/**
 * What failed. Stream: `gone`, `private` (or behind a password), `invalid` (not a possible id), `embedding-forbidden`,
 * `region`, `undecodable`, `unsupported`, `unknown` (a code that the provider does not document). Network: `network`,
 * `blocked` (the provider's script did not load), `unavailable` (our own code did not load), `timeout`. Player: `crashed`.
 * Configuration: `no-referrer` (YouTube 153), `misconfigured`. Device: `no-sound` (no sound output).
 */
export type FailureCode =
  | 'gone'
  | 'private'
  | 'invalid'
  | 'embedding-forbidden'
  | 'region'
  | 'undecodable'
  | 'unsupported'
  | 'unknown'
  | 'network'
  | 'blocked'
  | 'unavailable'
  | 'timeout'
  | 'crashed'
  | 'no-referrer'
  | 'misconfigured'
  | 'no-sound'
