/** Connected sign-in methods: the organization, Google and GitHub, as far as this server has configured them. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import { confirmEmailMessages } from '@filesmith/contract/messages/identity-proof'
import { securityMessages } from '@filesmith/contract/messages/profile-security'
import type { User } from '@filesmith/contract/schemas/account'
import { type AccountSecurity, providerAddressSchema } from '@filesmith/contract/schemas/account-security'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { useSignInWays } from '../../../lib/use-sign-in-ways.ts'
import { Button } from '../../../ui/button.tsx'
import { ProviderIcon } from '../../../ui/provider-icon.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { useReloadSecurity } from './use-security.ts'

const texts = securityMessages.connections

interface ConnectionsBlockProps {
  readonly user: User
  readonly connections: AccountSecurity['connections']
}

export function ConnectionsBlock({ user, connections }: ConnectionsBlockProps) {
  const { providers: offered, labelOf, onlyWay } = useSignInWays()
  const connected = connections.map(({ provider }) => provider)
  // A connected provider can be disconnected even if it is no longer configured.
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
            canConnect={user.isEmailVerified}
            canDisconnect={provider !== 'proxy' && (provider !== 'organisation' || onlyWay === undefined)}
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
  readonly canConnect: boolean
  readonly canDisconnect: boolean
  readonly connectedAs: string | undefined
}

function ConnectionRow({ provider, label, canConnect, canDisconnect, connectedAs }: ConnectionRowProps) {
  const refusal = useRefusal()
  const reloadSecurity = useReloadSecurity()

  // Redirects to the provider, which redirects back.
  const connecting = useMutation({
    mutationFn: async () => {
      const reply = await request('POST', apiPaths.connection(provider))
      window.location.assign(providerAddressSchema.parse(await reply.json()).url)
    },
    onError: error => refusal.asToast(error, texts.connectFailed),
  })

  const disconnecting = useMutation({
    mutationFn: () => request('DELETE', apiPaths.connection(provider)),
    async onSuccess() {
      await reloadSecurity()
      toasts.show(texts.disconnected(label))
    },
    onError: error => refusal.asToast(error, texts.disconnectFailed),
  })

  return (
    <li className="flex items-center gap-4 py-3">
      <ProviderIcon of={provider} />
      <div className="min-w-0 grow">
        <p className="font-semibold">{label}</p>
        <p className="text-xs text-ink-muted">
          {connectedAs ?? (canConnect ? texts.notConnected : confirmEmailMessages.first)}
        </p>
      </div>
      {connectedAs === undefined ? (
        <Button
          aria-label={texts.connectTo(label)}
          disabled={connecting.isPending || connecting.isSuccess || !canConnect}
          onClick={() => connecting.mutate()}
        >
          {texts.connect}
        </Button>
      ) : canDisconnect ? (
        <Button
          aria-label={texts.disconnectFrom(label)}
          disabled={disconnecting.isPending}
          onClick={() => disconnecting.mutate()}
        >
          {texts.disconnect}
        </Button>
      ) : null}
    </li>
  )
}
