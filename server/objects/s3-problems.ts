import { nameOfS3, type S3Location } from '../config.ts'

/** Error codes of S3, and what the operator can do. */
const problems: readonly [codes: RegExp, text: (location: S3Location) => string][] = [
  [/^NoSuchBucket$/, ({ bucket, endpoint }) => `There is no bucket "${bucket}" at ${endpoint}: create it, or correct S3_URL.`],
  [/^InvalidBucketName$/, ({ bucket }) => `"${bucket}" is no name of a bucket: correct S3_URL.`],
  [
    /^(?:InvalidAccessKeyId|SignatureDoesNotMatch|InvalidSecurity|ExpiredToken|InvalidToken|UnrecognizedClientException)$/,
    ({ endpoint }) => `${endpoint} does not accept the access key: correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
  ],
  [
    /^(?:AccessDenied|Forbidden|AllAccessDisabled|AccountProblem)$/,
    (location) =>
      `The access key may not list, read, write and delete objects in ${nameOfS3(location)}: allow it, or correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
  ],
  [
    /^(?:AuthorizationHeaderMalformed|PermanentRedirect|IllegalLocationConstraintException|TemporaryRedirect)$/,
    ({ bucket, region }) => `The bucket "${bucket}" is not in the region "${region}": correct ?region=… in S3_URL.`,
  ],
  [/^RequestTimeTooSkewed$/, () => 'The clock of this machine differs from that of the object storage (S3_URL): correct it.'],
  [
    /^(?:ERR_TLS_CERT_ALTNAME_INVALID|CERT_HAS_EXPIRED|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|EPROTO)$/,
    ({ endpoint }) => `The certificate of the object storage at ${endpoint} (S3_URL) is not valid.`,
  ],
]

/** What the SDK throws. */
export interface S3Failure {
  name?: string
  message?: string
  Code?: string
  code?: string
  $metadata?: { httpStatusCode?: number }
}

/** What is wrong with the configuration; null for an outage, which may end. */
export function problemOf({ name = '', Code = '', code = '', $metadata }: S3Failure, location: S3Location): string | null {
  const found = problems.find(([codes]) => [name, Code, code].some((each) => codes.test(each)))
  if (found) return found[1](location)
  const status = $metadata?.httpStatusCode ?? 0
  // A web server, or a proxy.
  return status >= 300 && status < 500 && status !== 429 && status !== 408
    ? `${location.endpoint} does not answer as S3 does (status ${status}): correct S3_URL.`
    : null
}
