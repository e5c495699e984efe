import { createMemoryTestLedger } from './memory-test-ledger.test-support.ts'
import { testLedgerConformance } from './test-ledger.conformance.ts'

const ledger = createMemoryTestLedger()
testLedgerConformance(() => ledger)
