/** A file belongs to whoever sent it: after a sign-out everything in here begins anew, with empty counters. */
import { Fragment, type ReactNode, useState } from 'react'
import { useAccount } from '../../lib/use-account.ts'

export function UntilSignOut({ children }: { readonly children: ReactNode }) {
  const { state } = useAccount()
  const [shownState, setShownState] = useState(state)
  const [signOuts, setSignOuts] = useState(0)
  if (shownState !== state) {
    setShownState(state)
    if (shownState === 'signed-in') setSignOuts(signOuts + 1)
  }
  return <Fragment key={signOuts}>{children}</Fragment>
}
