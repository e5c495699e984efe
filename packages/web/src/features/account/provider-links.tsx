/** The ways in through others who may vouch for somebody, where this server has them. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { identityProviderLabels } from '@filesmith/contract/identity-providers'
import { accountMessages } from '@filesmith/contract/messages/account'
import { useKeptNext } from '../../lib/use-kept-next.ts'
import { useSignInProviders } from '../../lib/use-sign-in-providers.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { ProviderIcon } from '../../ui/provider-icon.tsx'

export function ProviderLinks() {
  const providers = useSignInProviders()
  const { withNext } = useKeptNext()
  if (providers.length === 0) return null
  return (
    <div className="mt-6 flex flex-col gap-3">
      <p className="flex items-center gap-3 text-ink-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {accountMessages.or}
      </p>
      {providers.map(provider => (
        // Leaves the site, so it is no link of the router.
        <a
          key={provider}
          href={withNext(apiPaths.signInWith(provider))}
          className={actionStyle('outline', 'large', 'w-full')}
        >
          <ProviderIcon of={provider} />
          {accountMessages.continueWith(identityProviderLabels[provider])}
        </a>
      ))}
    </div>
  )
}
