/** The way to somebody who may vouch for a person; it leaves the site, so it is no link of the router. */
import { apiPaths } from '@filesmith/contract/api-paths'
import type { IdentityProviderId } from '@filesmith/contract/identity-providers'
import { accountMessages } from '@filesmith/contract/messages/account'
import { useNextParameter } from '../../lib/use-next-parameter.ts'
import { type ActionVariant, actionStyle } from '../../ui/action-style.ts'
import { ProviderIcon } from '../../ui/provider-icon.tsx'

interface ProviderLinkProps {
  readonly provider: IdentityProviderId
  readonly label: string
  readonly variant?: ActionVariant
}

export function ProviderLink({ provider, label, variant = 'outline' }: ProviderLinkProps) {
  const { withNext } = useNextParameter()
  return (
    <a href={withNext(apiPaths.signInWith(provider))} className={actionStyle(variant, 'large', 'w-full')}>
      <ProviderIcon of={provider} />
      {/* An organisation may have a long name. */}
      <span className="py-2 whitespace-normal">{accountMessages.continueWith(label)}</span>
    </a>
  )
}
