/** The ways in for someone who is signed out. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { paths } from '@filesmith/contract/routes'
import { LinkButton } from '../../ui/link-button.tsx'

export function SignInLinks({ className }: { readonly className?: string }) {
  return (
    <>
      <LinkButton to={paths.signIn} variant="outline" className={className}>
        {frameMessages.signIn}
      </LinkButton>
      <LinkButton to={paths.signUp} variant="solid" className={className}>
        {frameMessages.signUp}
      </LinkButton>
    </>
  )
}
