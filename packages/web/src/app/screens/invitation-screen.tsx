/** /invitation: registration form for invited guests. */
import { Invitation } from '../../features/account/invitation.tsx'
import { VisitorsOnly } from '../frame/visitors-only.tsx'

export function InvitationScreen() {
  return (
    <VisitorsOnly>
      <Invitation />
    </VisitorsOnly>
  )
}
