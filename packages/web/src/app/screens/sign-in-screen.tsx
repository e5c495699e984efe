/** /sign-in: sign-in form for visitors. */
import { SignIn } from '../../features/account/sign-in.tsx'
import { VisitorsOnly } from '../frame/visitors-only.tsx'

export function SignInScreen() {
  return (
    <VisitorsOnly>
      <SignIn />
    </VisitorsOnly>
  )
}
