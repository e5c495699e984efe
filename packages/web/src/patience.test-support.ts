/** For tests: a machine that is busy elsewhere shows a screen later, and that is no failure of the screen. */
import { configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

configure({ asyncUtilTimeout: 10_000 })

// Files share what they load. A part of the page still on its way when a file ends would fail, and stay failed for the next.
afterAll(() => vi.dynamicImportSettled())
