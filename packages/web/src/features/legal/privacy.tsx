/** /privacy: the Privacy Policy. */
import { privacyMessages } from '@filesmith/contract/messages/privacy'
import { currentInstance } from '../../lib/instance.ts'
import { LegalPage } from './legal-page.tsx'

export function Privacy() {
  return <LegalPage texts={privacyMessages(currentInstance())} />
}
