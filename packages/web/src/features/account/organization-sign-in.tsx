/** Where people come in through their organisation alone: one button, and a door at the side for who runs the site. */
import { accountMessages } from '@filesmith/contract/messages/account'
import { Button } from '../../ui/button.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { ProviderLink } from './provider-link.tsx'

const words = accountMessages.organisation

interface OrganizationSignInProps {
  readonly heading: string
  readonly name: string
  /** Why one is here again, if one is. */
  readonly notice?: string | undefined
  /** Absent where there is nothing to sign in to yet. */
  readonly onPassword?: () => void
}

export function OrganizationSignIn({ heading, name, notice = '', onPassword }: OrganizationSignInProps) {
  return (
    <FormCard
      heading={heading}
      lead={words.lead(name)}
      footer={
        onPassword && (
          <Button variant="quiet" onClick={onPassword}>
            {words.byPassword}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-5 has-[[role=alert]:empty]:gap-0">
        <FormMessage text={notice} />
        <ProviderLink provider="organisation" label={name} variant="accent" />
      </div>
    </FormCard>
  )
}
