/** Remounts its children on sign-out, so that the next user of the device does not see the account's files. */
import { Fragment, type ReactNode, useState } from 'react'
import { useAccount } from '../../lib/use-account.ts'

export function ResetOnSignOut({ children }: { readonly children: ReactNode }) {
  const { state } = useAccount()
  const [previousState, setPreviousState] = useState(state)
  const [signOutCount, setSignOutCount] = useState(0)
  if (previousState !== state) {
    setPreviousState(state)
    if (previousState === 'signed-in') setSignOutCount(signOutCount + 1)
  }
  return <Fragment key={signOutCount}>{children}</Fragment>
}
