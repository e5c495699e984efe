/** /privacy: the Privacy Policy. */
import { privacyMessages } from '@filesmith/contract/messages/privacy'
import { LegalPage } from './legal-page.tsx'

export function Privacy() {
  return <LegalPage texts={privacyMessages} />
}
