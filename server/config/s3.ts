/** The address of an S3 bucket: `https://host[:port]/bucket[/prefix][?region=…][&style=host]`. */

export interface S3Address {
  /** Protocol, host and port. */
  endpoint: string
  bucket: string
  /** Precedes the name of each object: empty, or with a slash at its end. */
  prefix: string
  region: string
  /** Whether the bucket is in the path; otherwise it is the first part of the host. */
  isPathStyle: boolean
}

export interface S3Location extends S3Address {
  keyId: string
  secret: string
}

export const s3Format = 'must be https://host/bucket, with an optional prefix, ?region=… and &style=host, and without keys'

/** Most servers that are not Amazon's accept it. */
const defaultRegion = 'us-east-1'

/** Null if it is not valid. */
export function parseS3Url(value: string): S3Address | null {
  if (!URL.canParse(value)) return null
  const { protocol, origin, username, password, pathname, search, hash } = new URL(value)
  const query = new URLSearchParams(search)
  const { region = defaultRegion, style = 'path', ...others } = Object.fromEntries(query)
  const [, bucket, prefix = ''] = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]*\w)*)\/?$/.exec(pathname) ?? []
  const isValid =
    /^https?:$/.test(protocol) &&
    `${username}${password}${hash}` === '' &&
    /^[\w-]{1,50}$/.test(region) &&
    ['path', 'host'].includes(style) &&
    Object.keys(others).length === 0
  if (!isValid || bucket === undefined) return null
  return { endpoint: origin, bucket, prefix: prefix === '' ? '' : `${prefix.slice(1)}/`, region, isPathStyle: style === 'path' }
}

/** For messages. */
export const nameOfS3 = ({ endpoint, bucket, prefix }: S3Address): string =>
  `${new URL(endpoint).host}/${bucket}/${prefix}`.replace(/\/$/, '')
