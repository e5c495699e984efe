/** Sign-up page: the form, or why there is none. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { accountMessages } from '@filesmith/contract/messages/account'
import { paths } from '@filesmith/contract/routes'
import { type User, userReplySchema } from '@filesmith/contract/schemas/account'
import { currentInstance } from '../../lib/instance.ts'
import { request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'
import { useAccountChange } from '../../lib/use-account.ts'
import { useNextParameter } from '../../lib/use-next-parameter.ts'
import { useSignInWays } from '../../lib/use-sign-in-ways.ts'
import { useSiteAccess } from '../../lib/use-site-access.ts'
import { FormCard } from '../../ui/form-card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { type AccountDetails, AccountForm } from './account-form.tsx'
import { OrganizationSignIn } from './organization-sign-in.tsx'
import { OtherFormLink } from './other-form-link.tsx'
import { ProviderLinks } from './provider-links.tsx'

const texts = accountMessages.signUp

export function SignUpForm() {
  const { onlyWay } = useSignInWays()
  const { signUp } = useSiteAccess()
  if (signUp !== 'open') return <SignUpRefused {...accountMessages.signUpRefused[signUp]} />
  if (onlyWay !== undefined) return <OrganizationSignIn heading={texts.heading} name={onlyWay} />
  return <NewAccountForm heading={texts.heading} lead={texts.lead[currentInstance()]} />
}

/** Says why a visitor cannot sign up. */
function SignUpRefused({ heading, text }: { readonly heading: string; readonly text: string }) {
  const { withNext, hasNext } = useNextParameter()
  return (
    <FormCard heading={heading} lead={text}>
      <LinkButton
        to={withNext(paths.signIn)}
        replace={hasNext}
        variant="accent"
        size="large"
        className="w-full"
      >
        {accountMessages.signUpRefused.signIn}
      </LinkButton>
    </FormCard>
  )
}

interface NewAccountFormProps {
  readonly heading: string
  readonly lead: string
  /** Token of the invitation link. */
  readonly invitation?: string
  readonly fixedEmail?: string | undefined
}

export function NewAccountForm({ heading, lead, invitation, fixedEmail }: NewAccountFormProps) {
  const { signedIn } = useAccountChange()
  return (
    <AccountForm
      heading={heading}
      lead={lead}
      fixedEmail={fixedEmail}
      onCreate={async details =>
        signedIn(await register({ ...details, ...(invitation && { invitation }) }, texts.succeededToast))
      }
      footer={<OtherFormLink question={texts.haveAccount} label={texts.signIn} to={paths.signIn} />}
    >
      <ProviderLinks invitation={invitation} />
    </AccountForm>
  )
}

interface Announcement {
  readonly title: string
  readonly description: string
}

/** The sign-up page passes its own announcement; the default is for all other places. */
export async function register(
  details: AccountDetails & { readonly invitation?: string },
  announcement: Announcement = accountMessages.signUp.elsewhereToast,
): Promise<User> {
  const response = await request('POST', apiPaths.register, details)
  const { user } = userReplySchema.parse(await response.json())
  toasts.show(announcement)
  return user
}
