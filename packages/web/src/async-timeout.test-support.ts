/** Test setup: longer timeouts for async queries, since CI machines may be slow. */
import { configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

configure({ asyncUtilTimeout: 10_000 })

// Test files share loaded modules: an import pending at the end of a file would fail and stay failed for the next one.
afterAll(() => vi.dynamicImportSettled())
