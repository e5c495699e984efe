/** Who can sign up on this site, and whether visitors can use it. */
import {
  type AccessMode,
  accessModes,
  isOpenPage,
  type SignUpMode,
  signUpModes,
} from '@filesmith/contract/access-modes'
import type { CapabilitiesReply } from '@filesmith/contract/schemas/capabilities'
import { useLocation } from 'react-router'
import { useAccount } from './use-account.ts'
import { useCapabilities } from './use-capabilities.ts'

interface SiteAccess {
  readonly signUp: SignUpMode
  readonly access: AccessMode
}

/** Until the capabilities are loaded, as the server wrote it into the document. */
export function useSiteAccess(): SiteAccess {
  return useCapabilities(readAccess).data ?? readDocument()
}

function readAccess({ signUp = 'open', access = 'open' }: CapabilitiesReply): SiteAccess {
  return { signUp, access }
}

function readDocument(): SiteAccess {
  const { signUp, access } = document.documentElement.dataset
  return {
    signUp: signUpModes.find(mode => mode === signUp) ?? 'open',
    access: accessModes.find(mode => mode === access) ?? 'open',
  }
}

/** Whether the user must sign in to see more than the open pages. */
export function useIsClosed(): boolean {
  const { access } = useSiteAccess()
  const { state } = useAccount()
  const { pathname } = useLocation()
  if (access === 'open' || state === 'signed-in') return false
  // The server sends other pages to signed-in users only.
  return state === 'signed-out' || isOpenPage(pathname)
}

/** Which links lead somewhere: where users must sign in first, those to open pages. */
export function useLinkFilter(): (link: { readonly to: string }) => boolean {
  const isClosed = useIsClosed()
  return ({ to }) => !isClosed || isOpenPage(to)
}
