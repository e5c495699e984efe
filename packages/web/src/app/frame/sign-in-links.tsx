/** Sign In and Sign Up links for visitors. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { paths } from '@filesmith/contract/routes'
import { useNextParameter } from '../../lib/use-next-parameter.ts'
import { LinkButton } from '../../ui/link-button.tsx'

export function SignInLinks({ className }: { readonly className?: string }) {
  const { withNext, hasNext } = useNextParameter()
  return (
    <>
      <LinkButton to={withNext(paths.signIn)} replace={hasNext} variant="outline" className={className}>
        {frameMessages.signIn}
      </LinkButton>
      <LinkButton to={withNext(paths.signUp)} replace={hasNext} variant="solid" className={className}>
        {frameMessages.signUp}
      </LinkButton>
    </>
  )
}
