/** Loads the re-authentication dialog when a request first asks for it. */
import { useEffect, useState } from 'react'
import { useIsProofRequested } from '../lib/identity-proof/requested-proof.ts'
import { onDemand } from '../lib/on-demand.tsx'

const IdentityProofDialog = onDemand(
  async () => (await import('../lib/identity-proof/identity-proof-dialog.tsx')).IdentityProofDialog,
)

export function IdentityProof() {
  const isRequested = useIsProofRequested()
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => {
    if (isRequested) setIsMounted(true)
  }, [isRequested])
  return isMounted ? <IdentityProofDialog /> : null
}
