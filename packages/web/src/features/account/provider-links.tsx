/** The ways in through others who may vouch for somebody, where this server has them. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { accountMessages } from '@filesmith/contract/messages/account'
import { useKeptNext } from '../../lib/use-kept-next.ts'
import { useSignInWays } from '../../lib/use-sign-in-ways.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { ProviderIcon } from '../../ui/provider-icon.tsx'

export function ProviderLinks() {
  const { providers, labelOf } = useSignInWays()
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
          className={actionStyle('outline', 'large', 'w-full whitespace-normal py-2')}
        >
          <ProviderIcon of={provider} />
          {accountMessages.continueWith(labelOf(provider))}
        </a>
      ))}
    </div>
  )
}
