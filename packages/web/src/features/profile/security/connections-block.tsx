/** An organisation, Google and GitHub, where this installation knows them: connect by going there, disconnect at once. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import type { AccountSecurity } from '@filesmith/contract/schemas/account'
import { useState } from 'react'
import { request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { useSignInWays } from '../../../lib/use-sign-in-ways.ts'
import { actionStyle } from '../../../ui/action-style.ts'
import { Button } from '../../../ui/button.tsx'
import { ProviderIcon } from '../../../ui/provider-icon.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { useReloadSecurity } from './use-security.ts'

const texts = securityMessages.connections

interface ConnectionsBlockProps {
  readonly connections: AccountSecurity['connections']
}

export function ConnectionsBlock({ connections }: ConnectionsBlockProps) {
  const { providers: offered, labelOf, onlyWay } = useSignInWays()
  const connected = connections.map(({ provider }) => provider)
  // What is connected can be disconnected, also when this installation has lost the keys to it.
  const shown = [...new Set([...offered, ...connected])]
  if (shown.length === 0) return null
  return (
    <SettingsBlock heading={texts.heading} text={texts.text}>
      <ul className="-mb-3 divide-y divide-line">
        {shown.map(provider => (
          <ConnectionRow
            key={provider}
            provider={provider}
            label={labelOf(provider)}
            canDisconnect={provider !== 'organisation' || onlyWay === undefined}
            connectedAs={connections.find(connection => connection.provider === provider)?.label}
          />
        ))}
      </ul>
    </SettingsBlock>
  )
}

interface ConnectionRowProps {
  readonly provider: IdentityProviderId
  readonly label: string
  readonly canDisconnect: boolean
  readonly connectedAs: string | undefined
}

function ConnectionRow({ provider, label, canDisconnect, connectedAs }: ConnectionRowProps) {
  const [isBusy, setIsBusy] = useState(false)
  const refusal = useRefusal()
  const reloadSecurity = useReloadSecurity()

  const disconnect = async () => {
    setIsBusy(true)
    try {
      await request('DELETE', apiPaths.connection(provider))
      await reloadSecurity()
      toasts.show(texts.disconnected(label))
    } catch (error) {
      refusal.asToast(error, texts.disconnectFailed)
    }
    setIsBusy(false)
  }

  return (
    <li className="flex items-center gap-4 py-3">
      <ProviderIcon of={provider} />
      <div className="min-w-0 grow">
        <p className="font-semibold">{label}</p>
        <p className="text-xs text-ink-muted">{connectedAs ?? texts.notConnected}</p>
      </div>
      {connectedAs === undefined ? (
        // A plain link: the browser leaves for the other site, and comes back.
        <a
          href={apiPaths.signInWith(provider)}
          aria-label={texts.connectTo(label)}
          className={actionStyle('outline', 'regular')}
        >
          {texts.connect}
        </a>
      ) : canDisconnect ? (
        <Button aria-label={texts.disconnectFrom(label)} disabled={isBusy} onClick={() => void disconnect()}>
          {texts.disconnect}
        </Button>
      ) : null}
    </li>
  )
}
