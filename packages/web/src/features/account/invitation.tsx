/** Target of an invitation link: creates an account, or says that the invitation no longer works. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { accountMessages } from '@filesmith/contract/messages/account'
import { paths } from '@filesmith/contract/routes'
import { invitationReplySchema } from '@filesmith/contract/schemas/account'
import { Navigate } from 'react-router'
import { useSignInWays } from '../../lib/use-sign-in-ways.ts'
import { useSiteAccess } from '../../lib/use-site-access.ts'
import { LinkCheckCard } from './link-check-card.tsx'
import { LinkInvalid } from './link-invalid.tsx'
import { OrganizationSignIn } from './organization-sign-in.tsx'
import { NewAccountForm } from './sign-up-form.tsx'
import { useLinkCheck } from './use-link-check.ts'

const texts = accountMessages.invitation

const readReply = async (response: Response) => invitationReplySchema.parse(await response.json())

export function Invitation() {
  const { signUp } = useSiteAccess()
  // The operator has opened the site to everyone since.
  return signUp === 'open' ? <Navigate to={paths.signUp} replace /> : <InvitedGuest />
}

function InvitedGuest() {
  const { onlyWay } = useSignInWays()
  const { token, state, reply, retry } = useLinkCheck(apiPaths.invitation, readReply)
  if (state === 'checking' || state === 'failed')
    return <LinkCheckCard texts={texts} isFailed={state === 'failed'} onRetry={retry} />
  if (!reply)
    return (
      <LinkInvalid
        heading={texts.invalidHeading}
        text={texts.invalidText}
        wayOut={{ label: texts.signIn, to: paths.signIn }}
      />
    )
  if (onlyWay !== undefined)
    return <OrganizationSignIn heading={texts.heading} name={onlyWay} invitation={token} />
  return (
    <NewAccountForm
      heading={texts.heading}
      lead={texts.lead}
      invitation={token}
      fixedEmail={reply.email ?? undefined}
    />
  )
}
