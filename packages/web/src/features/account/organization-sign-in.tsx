/** Sign-in page of sites that only allow sign-in through the organization, with a password form for operators. */
import { accountMessages } from '@filesmith/contract/messages/account'
import { Button } from '../../ui/button.tsx'
import { FormCard } from '../../ui/form-card.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { ProviderLink } from './provider-link.tsx'

const texts = accountMessages.organisation

interface OrganizationSignInProps {
  readonly heading: string
  readonly name: string
  /** Why the user was returned to this page, if so. */
  readonly notice?: string | undefined
  /** Token of the invitation link. */
  readonly invitation?: string
  /** Absent on the sign-up page. */
  readonly onPassword?: () => void
}

export function OrganizationSignIn(props: OrganizationSignInProps) {
  const { heading, name, notice = '', invitation, onPassword } = props
  return (
    <FormCard
      heading={heading}
      lead={texts.lead(name)}
      footer={
        onPassword && (
          <Button variant="quiet" onClick={onPassword}>
            {texts.byPassword}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-5 has-[[role=alert]:empty]:gap-0">
        <FormMessage text={notice} />
        <ProviderLink provider="organisation" label={name} variant="accent" invitation={invitation} />
      </div>
    </FormCard>
  )
}
