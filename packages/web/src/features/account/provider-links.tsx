/** The ways in through others who may vouch for somebody, where this server has them. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { identityProviderLabels } from '@filesmith/contract/identity-providers'
import { accountMessages } from '@filesmith/contract/messages/account'
import { useSearchParams } from 'react-router'
import { useSignInProviders } from '../../lib/use-sign-in-providers.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { ProviderIcon } from '../../ui/provider-icon.tsx'

export function ProviderLinks() {
  const providers = useSignInProviders()
  const [search] = useSearchParams()
  const next = search.get('next')
  // Where one wanted to go is kept over there and back.
  const wish = next === null ? '' : `?${new URLSearchParams({ next })}`
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
          href={apiPaths.signInWith(provider) + wish}
          className={actionStyle('outline', 'large', 'w-full')}
        >
          <ProviderIcon of={provider} />
          {accountMessages.continueWith(identityProviderLabels[provider])}
        </a>
      ))}
    </div>
  )
}
