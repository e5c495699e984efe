/** Sign-in links of the identity providers that this server has configured. */
import { accountMessages } from '@filesmith/contract/messages/account'
import { useSignInWays } from '../../lib/use-sign-in-ways.ts'
import { ProviderLink } from './provider-link.tsx'

interface ProviderLinksProps {
  /** Token of the invitation link, with which a new account can be created. */
  readonly invitation?: string | undefined
}

export function ProviderLinks({ invitation }: ProviderLinksProps) {
  const { providers, labelOf } = useSignInWays()
  if (providers.length === 0) return null
  return (
    <div className="mt-6 flex flex-col gap-3">
      <p className="flex items-center gap-3 text-ink-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {accountMessages.or}
      </p>
      {providers.map(provider => (
        <ProviderLink key={provider} provider={provider} label={labelOf(provider)} invitation={invitation} />
      ))}
    </div>
  )
}
