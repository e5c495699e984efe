/** /sign-in: the way in. */
import { SignIn } from '../../features/account/sign-in.tsx'
import { VisitorsOnly } from '../frame/visitors-only.tsx'

export function SignInScreen() {
  return (
    <VisitorsOnly>
      <SignIn />
    </VisitorsOnly>
  )
}
