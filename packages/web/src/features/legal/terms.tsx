/** /terms: the Terms of Service. */
import { termsMessages } from '@filesmith/contract/messages/terms'
import { currentInstance } from '../../lib/instance.ts'
import { LegalPage } from './legal-page.tsx'

export function Terms() {
  return <LegalPage texts={termsMessages(currentInstance())} />
}
