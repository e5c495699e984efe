/** Has the dialog that confirms who the user is at hand once a call asks for it; no other visit loads it. */
import { useEffect, useState } from 'react'
import { useIsProofAsked } from '../lib/identity-proof/asked-proof.ts'
import { onDemand } from '../lib/on-demand.tsx'

const IdentityProofDialog = onDemand(
  async () => (await import('../lib/identity-proof/identity-proof-dialog.tsx')).IdentityProofDialog,
)

export function IdentityProof() {
  const isAsked = useIsProofAsked()
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    if (isAsked) setIsWanted(true)
  }, [isAsked])
  return isWanted ? <IdentityProofDialog /> : null
}
