/** /terms: the Terms of Service. */
import { termsMessages } from '@filesmith/contract/messages/terms'
import { LegalPage } from './legal-page.tsx'

export function Terms() {
  return <LegalPage texts={termsMessages} />
}
