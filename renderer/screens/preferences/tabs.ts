/** Which of the three parts an address asks for, and what a network sent back with it (P3). */
import { networks, type Network } from '#contract/rules.ts'
import { t } from '#texts/index.ts'

export const tabNames = ['general', 'notifications', 'apps'] as const
export type TabName = (typeof tabNames)[number]

export const tabHref = (tab: TabName): string => (tab === 'general' ? '/preferences' : `/preferences?tab=${tab}`)

export interface Asked {
  tab: TabName
  /** What a network answered; said once. */
  notice: { text: string; failed: boolean } | null
}

const isNetwork = (value: string | null): value is Network => (networks as readonly (string | null)[]).includes(value)

export function askedIn(search: string): Asked {
  const params = new URLSearchParams(search)
  const notice = noticeOf(params)
  const tab = tabNames.find((name) => name === params.get('tab')) ?? 'general'
  return { tab: notice ? 'apps' : tab, notice }
}

function noticeOf(params: URLSearchParams): Asked['notice'] {
  const connected = params.get('connected')
  if (isNetwork(connected)) return { text: t.preferences.connected(t.common.networks[connected]), failed: false }
  const network = params.get('network')
  const reason = params.get('networkerror')
  if (!isNetwork(network) || reason === null) return null
  const { connectFailed } = t.preferences
  const say = Object.hasOwn(connectFailed, reason) ? connectFailed[reason as keyof typeof connectFailed] : connectFailed.failed
  return { text: say(t.common.networks[network]), failed: true }
}
