/** /sign-up: registration form for visitors. */
import { SignUpForm } from '../../features/account/sign-up-form.tsx'
import { VisitorsOnly } from '../frame/visitors-only.tsx'

export function SignUpScreen() {
  return (
    <VisitorsOnly>
      <SignUpForm />
    </VisitorsOnly>
  )
}
