/** The tab in the URL of the preferences, and the result with which a social network redirects to them (P3). */
import { networks, type Network } from '#contract/rules.ts'
import { t } from '#texts/index.ts'

export const tabNames = ['general', 'notifications', 'apps', 'history'] as const
export type TabName = (typeof tabNames)[number]

export const tabHref = (tab: TabName): string => (tab === 'general' ? '/preferences' : `/preferences?tab=${tab}`)

export interface PreferencesTarget {
  tab: TabName
  /** Whether a social network was connected, after the redirect from it. */
  notice: { text: string; failed: boolean } | null
}

const isNetwork = (value: string | null): value is Network => (networks as readonly (string | null)[]).includes(value)

/** Parses the query string. A result is shown on the tab of the networks. */
export function targetOf(search: string): PreferencesTarget {
  const params = new URLSearchParams(search)
  const notice = noticeOf(params)
  const tab = tabNames.find((name) => name === params.get('tab')) ?? 'general'
  return { tab: notice ? 'apps' : tab, notice }
}

/** `?connected={network}` after a success, `?network={network}&networkerror={reason}` after a failure. */
function noticeOf(params: URLSearchParams): PreferencesTarget['notice'] {
  const connected = params.get('connected')
  if (isNetwork(connected)) return { text: t.preferences.connected(t.common.networks[connected]), failed: false }
  const network = params.get('network')
  const reason = params.get('networkerror')
  if (!isNetwork(network) || reason === null) return null
  const { connectFailed } = t.preferences
  const message = Object.hasOwn(connectFailed, reason) ? connectFailed[reason as keyof typeof connectFailed] : connectFailed.failed
  return { text: message(t.common.networks[network]), failed: true }
}
