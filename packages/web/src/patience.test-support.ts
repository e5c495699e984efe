/** For tests: a machine that is busy elsewhere shows a screen later, and that is no failure of the screen. */
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 10_000 })
