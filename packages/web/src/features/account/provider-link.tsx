/** Link to sign in with an identity provider. A plain anchor, since it leaves the single-page app. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import { accountMessages } from '@filesmith/contract/messages/account'
import { apiAddress } from '../../lib/site-address.ts'
import { useNextParameter } from '../../lib/use-next-parameter.ts'
import { type ActionVariant, actionStyle } from '../../ui/action-style.ts'
import { ProviderIcon } from '../../ui/provider-icon.tsx'

interface ProviderLinkProps {
  readonly provider: IdentityProviderId
  readonly label: string
  readonly variant?: ActionVariant
  /** Token of the invitation link, with which a new account can be created. */
  readonly invitation?: string | undefined
}

export function ProviderLink({ provider, label, variant = 'outline', invitation }: ProviderLinkProps) {
  const { withNext } = useNextParameter()
  const address = apiAddress(apiPaths.signInWith(provider))
  const href =
    invitation === undefined ? withNext(address) : `${address}?${new URLSearchParams({ invitation })}`
  return (
    <a href={href} className={actionStyle(variant, 'large', 'w-full')}>
      <ProviderIcon of={provider} />
      {/* Organization names can be long. */}
      <span className="py-2 whitespace-normal">{accountMessages.continueWith(label)}</span>
    </a>
  )
}
